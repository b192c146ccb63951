import { beforeAll, beforeEach, expect, it } from 'vitest'
import { startProwlarrFake, type ProwlarrFake } from '#fakes/prowlarr'
import { problemSchema } from '#contract/common'
import {
  DEFAULT_DOWNLOAD_SETTINGS,
  downloadPreviewSchema,
  downloadSettingsSchema,
} from '#contract/download-settings'
import { serveCatalogue } from '#tests/support/catalogue-server'
import { configureProwlarr } from '#tests/support/prowlarr'

const ASIN = 'EMODD00001'

let prowlarr: ProwlarrFake

const { server, admin, empty } = serveCatalogue()
beforeAll(async () => {
  prowlarr = await startProwlarrFake()
  return () => prowlarr.close()
})
beforeEach(() => empty('settings'))

const patch = (body: unknown) =>
  server.fetch('/api/settings/download', { method: 'PATCH', headers: admin, body: JSON.stringify(body) })
const settings = async () => {
  const answer = await server.fetch('/api/settings/download', { headers: admin })
  return downloadSettingsSchema.parse(await answer.json())
}
const preview = (changes: unknown, asin = ASIN) =>
  server.fetch('/api/settings/download/preview', {
    method: 'POST',
    headers: admin,
    body: JSON.stringify({ asin, settings: changes }),
  })

it('has sensible defaults', async () => {
  expect(await settings()).toEqual(DEFAULT_DOWNLOAD_SETTINGS)
})

it('changes the named settings, keeps the rest, and restores a default for null', async () => {
  expect((await patch({ auto_download: true, min_seeders: 4 })).status).toBe(204)
  expect((await patch({ languages: ['en', 'de'], min_seeders: null })).status).toBe(204)
  expect(await settings()).toEqual({
    ...DEFAULT_DOWNLOAD_SETTINGS,
    auto_download: true,
    languages: ['en', 'de'],
  })
  const reset = Object.fromEntries(Object.keys(DEFAULT_DOWNLOAD_SETTINGS).map((key) => [key, null]))
  await patch(reset)
  expect(await settings()).toEqual(DEFAULT_DOWNLOAD_SETTINGS)
})

it('loses nothing when two people change different settings at once', async () => {
  await Promise.all([patch({ min_seeders: 7 }), patch({ allow_packs: true }), patch({ title_ratio: 50 })])
  expect(await settings()).toMatchObject({ min_seeders: 7, allow_packs: true, title_ratio: 50 })
})

it.each([
  [{ m4b_range: { from_kbits: 200, to_kbits: 100 } }, 'm4b_range.to_kbits'],
  [{ mp3_range: { from_kbits: -1, to_kbits: 100 } }, 'mp3_range.from_kbits'],
  [{ min_seeders: -1 }, 'min_seeders'],
  [{ title_ratio: 101 }, 'title_ratio'],
  [{ format_order: ['m4b', 'm4b'] }, 'format_order'],
  [{ unheard_of: 1 }, 'unheard_of'],
])('refuses %j, naming %s, and changes nothing', async (changes, path) => {
  const answer = await patch({ allow_packs: true, ...changes })
  expect(answer.status).toBe(422)
  const { errors } = problemSchema.parse(await answer.json())
  expect(errors?.map((error) => error.path)).toContain(path)
  expect(await settings()).toEqual(DEFAULT_DOWNLOAD_SETTINGS)
})

it('previews unsaved settings on the releases of a book, and saves nothing', async () => {
  await configureProwlarr((path, init) => server.fetch(path, { ...init, headers: admin }), prowlarr)
  const none = await preview({})
  expect([none.status, problemSchema.parse(await none.json()).code]).toEqual([404, 'no_releases_kept'])
  await server.fetch(`/api/requests/${ASIN}`, { method: 'POST', headers: admin })
  await server.fetch(`/api/requests/${ASIN}/refresh`, { method: 'POST', headers: admin })
  await expect.poll(async () => (await preview({})).status).toBe(200)

  const same = downloadPreviewSchema.parse(await (await preview({})).json())
  expect(same.releases.map(({ previous_rank }) => previous_rank)).toEqual(
    same.releases.map(({ rank }) => rank),
  )
  expect(same.releases.some(({ verdict }) => verdict.accepted)).toBe(true)
  const strict = { m4b_range: { from_kbits: 1, to_kbits: 2 }, format_order: ['mp3', 'm4b'] }
  const changed = downloadPreviewSchema.parse(await (await preview(strict)).json())
  const m4b = changed.releases.find(({ book_metadata }) => book_metadata.filetype === 'm4b')
  expect(m4b).toMatchObject({ verdict: { accepted: false }, previously_accepted: true })
  expect(m4b?.previous_rank).not.toBe(m4b?.rank)
  expect(await settings()).toEqual(DEFAULT_DOWNLOAD_SETTINGS)
})
