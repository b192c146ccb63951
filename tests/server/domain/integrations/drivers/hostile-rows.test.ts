import { describe, expect, it } from 'vitest'
import { rowSchema, toMetadata } from '#server/domain/integrations/drivers/mam.schemas'
import { readRow } from '#server/domain/integrations/drivers/prowlarr.schemas'
import { redactAnswer } from '#server/upstream/redact-answer'
import { API_KEY, connectedProwlarr, neverAborted, SPOKEN_SHELF } from './prowlarr.fixture'

const good = { guid: 'good', title: 'A real one', indexerId: 1, categories: [{ id: 3030 }] }
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
const read = (row: unknown) =>
  readRow(JSON.stringify(row), SPOKEN_SHELF, (text) => redactAnswer(text, [], [API_KEY]))
const release = (row: Record<string, unknown>) => {
  const outcome = read({ ...good, ...row })
  if ('leftOut' in outcome) throw new Error(outcome.leftOut.reason)
  return outcome.release
}
/** Categories nested this deeply. */
const categories = (levels: number): unknown =>
  levels === 0 ? [] : [{ id: levels, subCategories: categories(levels - 1) }]

describe('a row of an indexer', () => {
  it('has no text longer than anything real', () => {
    const long = 'x'.repeat(60_000)
    const cut = release({
      title: long,
      indexer: long,
      infoUrl: `https://indexer.invalid/${long}`,
      indexerFlags: Array.from({ length: 500 }, () => long),
      infoHash: long,
      publishDate: long,
    })
    expect(cut.title).toHaveLength(1000)
    expect(JSON.stringify(cut).length).toBeLessThan(5000)
    expect(cut).toMatchObject({ info_url: null, info_hash: null, publish_date: null })
  })

  it('is cut between characters, and contains nothing that a database refuses', () => {
    const title = `${'x'.repeat(999)}👩🏽‍🚀`
    expect(release({ title }).title).toBe('x'.repeat(999))
    const broken = release({ title: 'a\ud800b\u0000c', indexer: 'n\u0000\udfff', indexerFlags: ['\ud800'] })
    expect(JSON.stringify(broken)).not.toMatch(/\\u0000|\\ud[89a-f]/)
  })

  it.each([
    [{ reason: 'guid_too_long' }, { guid: 'é'.repeat(1500) }],
    [{ reason: 'guid_not_text' }, { guid: 'a\u0000b' }],
    [{ reason: 'guid_not_text' }, { guid: '\ud800' }],
    [{ reason: 'field', field: 'indexerId' }, { indexerId: 2 ** 40 }],
  ])('is left out where it cannot be named: %o', (leftOut, row) => {
    expect(read({ ...good, ...row })).toEqual({ leftOut })
  })

  it('is in no more categories than a release can be', () => {
    expect(release({ categories: categories(20) }).categories).toEqual([20, 19, 18])
    const many = Array.from({ length: 5000 }, (_, id) => ({ id, subCategories: [{ id: 90_000 + id }] }))
    expect(release({ categories: many }).categories).toHaveLength(50)
    expect(release({ categories: [{ id: 2 ** 40 }, { id: 3030 }] }).categories).toEqual([3030])
  })

  it('is dropped alone when it is bad', async () => {
    const { fake, source } = await connectedProwlarr()
    fake.offer([
      good,
      { ...good, guid: 'far too long', description: 'x'.repeat(100_000) },
      { ...good, guid: 'deep', nested: JSON.parse(nested(1000)) },
      { ...good, guid: null },
      'a text',
      { ...good, guid: 'also good' },
    ])
    const found = await source.search(SPOKEN_SHELF, 'words', neverAborted())
    expect(found.map(({ guid }) => guid)).toEqual(['good', 'also good'])
  })

  it('says why it could not be read if no other could', async () => {
    const { fake, source } = await connectedProwlarr()
    fake.offer([{ ...good, guid: `https://indexer.invalid/${API_KEY}` }])
    await expect(source.search(SPOKEN_SHELF, 'words', neverAborted())).rejects.toThrow(
      'a list in which nothing can be read (a release’s guid contains the API key)',
    )
  })

  it('is not read after 2,500 others', async () => {
    const { fake, source } = await connectedProwlarr()
    fake.offer(Array.from({ length: 20_000 }, (_, at) => ({ ...good, guid: `row ${at}` })))
    expect(await source.search(SPOKEN_SHELF, 'words', neverAborted())).toHaveLength(2500)
  })
})

describe('a tracker’s details of a release', () => {
  const metadata = (row: Record<string, unknown>) => toMetadata(rowSchema.parse({ id: 1, ...row }), false)

  it('contain no more than anything real', () => {
    const people = Object.fromEntries(Array.from({ length: 900 }, (_, id) => [id, `Person ${id}`]))
    const long = 'x'.repeat(45_000)
    const cut = metadata({
      title: long,
      author_info: JSON.stringify(people),
      narrator_info: JSON.stringify({ 1: long }),
      series_info: JSON.stringify({ 1: [long, long] }),
      filetype: 'm4b '.repeat(5000),
      lang_code: long,
    })
    expect(cut.title).toHaveLength(1000)
    expect(cut.authors).toHaveLength(50)
    expect(JSON.stringify(cut).length).toBeLessThan(5000)
  })

  it.each([nested(100_000), JSON.stringify(nested(20_000)), `"${'x'.repeat(1_000_000)}"`])(
    'are empty if nested too deep or too long',
    (author_info) => {
      expect(metadata({ author_info, title: 'A\u0000B\ud800' })).toMatchObject({
        authors: [],
        title: 'A B\ufffd',
      })
    },
  )
})
