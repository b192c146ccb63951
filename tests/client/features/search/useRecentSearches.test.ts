import { afterEach, describe, expect, it } from 'vitest'
import { useRecentSearches } from '#client/features/search/useRecentSearches'
import { fakeServer, json } from '#tests/client/support/fakeServer'
import { inApp } from '#tests/client/support/mountApp'
import { aSession, aUser } from '#tests/client/support/samples'

async function start() {
  const server = fakeServer({})
  const { result, session } = await inApp(useRecentSearches, { server })
  const becomes = async (username: string | null) => {
    const user = username === null ? null : aUser({ username })
    server.answers['GET /api/session'] = () => json(aSession({ user }))
    await session.load()
  }
  await becomes('mona')
  return { ...result, becomes }
}

describe('recent searches', () => {
  afterEach(() => localStorage.removeItem('earmark.searches'))

  it('are the newest ones, each once, until they are forgotten', async () => {
    const { searches, add, forget } = await start()
    for (const words of ['dune', 'tide', ...Array.from({ length: 6 }, (_, at) => `book ${at}`), 'Tide'])
      add(words)
    expect(searches.value.slice(0, 2)).toEqual(['Tide', 'book 5'])
    expect(searches.value).toHaveLength(8)
    expect(searches.value).not.toContain('tide')
    forget()
    expect([searches.value, localStorage.getItem('earmark.searches')]).toEqual([[], null])
  })

  it('are shown to no one else who signs in', async () => {
    const { searches, add, becomes } = await start()
    add('a present for nils')
    for (const other of [null, 'nils']) {
      await becomes(other)
      expect(searches.value).toEqual([])
    }
    add('dune')
    expect(searches.value).toEqual(['dune'])
    expect(localStorage.getItem('earmark.searches')).not.toContain('present')
  })
})
