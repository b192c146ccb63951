import { beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { bookDetailsSchema } from '#contract/books'
import { problemSchema } from '#contract/common'
import { noticeSchema } from '#contract/system'
import { serveCatalogue } from '#tests/support/catalogue-server'

/** A book of the fake catalogue. */
const ASIN = 'EMODD00001'

const { server, admin, trusted, untrusted } = serveCatalogue()
beforeAll(async () => {
  for (const headers of [trusted, untrusted]) {
    expect((await server.fetch(`/api/requests/${ASIN}`, { method: 'POST', headers })).status).toBe(201)
  }
})

const details = async (headers: Record<string, string>) =>
  bookDetailsSchema.parse(await (await server.fetch(`/api/books/${ASIN}`, { headers })).json())
const notices = async () =>
  z.array(noticeSchema).parse(await (await server.fetch('/api/system/notices', { headers: admin })).json())

it('shows members how many people requested but no names, and administrators who', async () => {
  expect((await details(admin)).requests).toHaveLength(2)
  for (const [headers, own, other] of [
    [trusted, 'trusted', 'untrusted'],
    [untrusted, 'untrusted', 'trusted'],
  ] as const) {
    const seen = await details(headers)
    expect(seen.requester_count).toBe(2)
    expect(seen.requests).toHaveLength(1)
    const names = [seen.username, ...seen.requests.map(({ user_username }) => user_username)]
    expect(names.every((name) => name.includes(own) && (own === 'untrusted' || !name.includes(other)))).toBe(
      true,
    )
    expect(seen.timeline.every(({ actor }) => actor === null || actor === seen.username)).toBe(true)
  }
})

it('says what is missing if nothing can be searched, and does not pretend to search', async () => {
  const missing = ['prowlarr_base_url', 'prowlarr_api_key']
  expect((await details(admin)).search_issue).toEqual({ code: 'prowlarr_incomplete', settings: missing })
  expect((await details(trusted)).search_issue).toEqual({ code: 'prowlarr_incomplete', settings: [] })
  expect(await notices()).toMatchObject([{ code: 'prowlarr_incomplete', settings: missing }])

  const before = (await details(admin)).timeline
  const refused = await server.fetch(`/api/requests/${ASIN}/retry`, { method: 'POST', headers: admin })
  const problem = problemSchema.parse(await refused.json())
  expect([refused.status, problem.code]).toEqual([400, 'prowlarr_not_configured'])
  expect(problem.detail).toContain('Settings → Indexers')
  expect((await details(admin)).timeline).toEqual(before)
})

it('says that Prowlarr is switched off, and stops once it is on', async () => {
  const patch = (body: unknown) =>
    server.fetch('/api/indexers/Prowlarr', { method: 'PATCH', headers: admin, body: JSON.stringify(body) })
  await patch({
    prowlarr_base_url: 'http://127.0.0.1:9',
    prowlarr_api_key: '0123456789abcdef0123456789abcdef',
  })
  expect((await details(admin)).search_issue).toEqual({ code: 'prowlarr_off', settings: [] })
  expect((await patch({ enabled: true })).status).toBe(204)
  expect((await details(admin)).search_issue).toBeNull()
  expect(await notices()).toEqual([])
})
