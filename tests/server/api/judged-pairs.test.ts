import { beforeEach, describe, expect, it } from 'vitest'
import { startProwlarrFake, type ProwlarrFake } from '#fakes/prowlarr'
import type { OfferedReleaseDto } from '#contract/fulfilment'
import { judgedPairSchema } from '#contract/judged-pairs'
import { serveCatalogue } from '#tests/support/catalogue-server'
import { configureProwlarr, releasesFound } from '#tests/support/prowlarr'

/** A book of the fake catalogue. */
const ASIN = 'EMODD00001'

let prowlarr: ProwlarrFake

const { server, caller, empty } = serveCatalogue()
const anna = caller('admin', 'anna')

beforeEach(async () => {
  prowlarr = await startProwlarrFake()
  await empty('audiobooks', 'judgedPairs')
  await configureProwlarr((path, init) => server.fetch(path, { ...init, headers: anna }), prowlarr)
  await call('POST', '')
  return () => prowlarr.close()
})

const call = (method: string, path: string, body?: unknown) =>
  server.fetch(`/api/requests/${ASIN}${path}`, {
    method,
    headers: anna,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
const releases = () => releasesFound(() => call('GET', '/sources'))
const again = async (title: string) => (await releases()).find((release) => release.title === title)
async function pick(accepted: boolean): Promise<OfferedReleaseDto> {
  const release = (await releases()).find(({ verdict }) => verdict.accepted === accepted)
  if (!release) throw new Error('There is no such release')
  return release
}
const named = ({ guid, indexer_id }: OfferedReleaseDto) => ({ guid, indexer_id })

describe('what an administrator says of a release', () => {
  it('is shown with who said it and when, until it is taken back', async () => {
    const best = await pick(true)
    expect(best.judged).toBeNull()
    const blocking = { ...named(best), title: best.title, reason: 'another_book' }
    expect((await call('POST', '/blocklist', blocking)).status).toBe(204)
    expect(await again(best.title)).toMatchObject({
      blocked: true,
      acceptable: false,
      judged: { said: 'another_book', actor: 'anna', at: expect.stringMatching(/^\d{4}-.*Z$/) },
    })
    expect((await call('DELETE', '/judged-pairs', named(best))).status).toBe(204)
    expect(await again(best.title)).toMatchObject({
      blocked: false,
      acceptable: true,
      judged: null,
    })
  })

  it('is that it is not wanted if a program blocks it without a reason, as existing programs do', async () => {
    const best = await pick(true)
    expect((await call('POST', '/blocklist', { ...named(best), title: best.title })).status).toBe(204)
    expect((await again(best.title))?.judged?.said).toBe('unwanted')
    expect((await call('DELETE', '/blocklist', named(best))).status).toBe(204)
    expect((await again(best.title))?.judged).toBeNull()
  })

  it('is that it is the right one if it was rejected and is grabbed', async () => {
    const rejected = await pick(false)
    expect((await call('POST', '/download', named(rejected))).status).toBe(204)
    expect(await again(rejected.title)).toMatchObject({ grab: 'grabbed', judged: { said: 'right' } })
    expect((await call('DELETE', '/judged-pairs', named(rejected))).status).toBe(204)
    expect(await again(rejected.title)).toMatchObject({ grab: 'grabbed', judged: null })
  })

  it('can be nothing else', async () => {
    const best = await pick(true)
    for (const reason of ['right', 'bad', '']) {
      const refused = await call('POST', '/blocklist', { ...named(best), title: best.title, reason })
      expect(refused.status).toBe(422)
    }
  })
})

describe('GET /api/judged-pairs', () => {
  const exported = () => server.fetch('/api/judged-pairs', { headers: anna })

  it('is an empty file while there are no rulings', async () => {
    const answer = await exported()
    expect([answer.status, await answer.text()]).toEqual([200, ''])
  })

  it('is a file with one object per line, with names and nothing else', async () => {
    const [best, rejected] = [await pick(true), await pick(false)]
    await call('POST', '/blocklist', { ...named(best), title: best.title, reason: 'another_book' })
    await call('POST', '/download', named(rejected))
    const answer = await exported()
    expect(answer.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toBe(
      'attachment; filename="earmark-judged-releases.jsonl"',
    )
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const text = await answer.text()
    expect(text.endsWith('\n')).toBe(true)
    const pairs = text
      .trimEnd()
      .split('\n')
      .map((line) => judgedPairSchema.parse(JSON.parse(line)))
    expect(pairs).toHaveLength(2)
    for (const [title, isSameBook, accepted] of [
      [best.title, false, true],
      [rejected.title, true, false],
    ]) {
      expect(pairs.find((pair) => pair.title === title)).toMatchObject({
        match: { is_same_book: isSameBook },
        verdict: { accepted },
      })
    }
    const hidden = [best.guid, rejected.guid, best.info_url, best.indexer, 'anna', ASIN, prowlarr.apiKey]
    for (const one of [...hidden, 'http']) if (one !== null) expect(text).not.toContain(one)
  })
})
