import { describe, expect, it, vi } from 'vitest'
import { fetchEarlySession } from '#client/app/earlySession'

const URL_OF_CALL = 'https://earmark.test/api/session'

function pageWith(answer: Promise<Response>) {
  const network = vi.fn<typeof fetch>(() => Promise.resolve(new Response('asked')))
  const page: Parameters<typeof fetchEarlySession>[0] = {
    fetch: network,
    earmarkEarlySession: { url: URL_OF_CALL, answer },
  }
  const call = async (url: string) => (await fetchEarlySession(page)(url)).text()
  return { call, network }
}

describe('A call that began before the app', () => {
  it('uses that answer, once', async () => {
    const { call, network } = pageWith(Promise.resolve(new Response('begun')))
    expect(await call('https://earmark.test/api/lists')).toBe('asked')
    expect(await call(URL_OF_CALL)).toBe('begun')
    expect(await call(URL_OF_CALL)).toBe('asked')
    expect(network).toHaveBeenCalledTimes(2)
  })

  it('is repeated if that failed', async () => {
    const { call } = pageWith(Promise.reject(new TypeError('No network')))
    expect(await call(URL_OF_CALL)).toBe('asked')
  })
})
