import { afterEach, describe, expect, it } from 'vitest'
import { problemSchema } from '#contract/common'
import { listEditions } from '#contract/editions'
import { serveCatalogue } from '#tests/support/catalogue-server'

const { server, catalogue, asinOf, untrusted: member } = serveCatalogue()

afterEach(() => {
  catalogue.misbehave(null)
  catalogue.received.length = 0
})

const get = (path: string, headers = member) => server.fetch(`/api/books/${path}`, { headers })
const editionsOf = async (path: string) =>
  listEditions.answers[200].schema.parse(await (await get(path)).json())

describe('GET /api/books/{asin}/editions', () => {
  it('distinguishes the editions of a work, and marks the requested one', async () => {
    const ferry = asinOf('The Ash Ferry')
    const { editions, missing_regions } = await editionsOf(`${ferry}/editions`)
    const told = editions.map(({ book, current, differs, same_recording }) => ({
      asin: book.asin,
      edition: book.edition,
      current,
      differs,
      same_recording,
    }))
    expect(told).toEqual([
      { asin: ferry, edition: 'unabridged', current: true, differs: [], same_recording: false },
      {
        asin: 'EMODD00017',
        edition: 'abridged',
        current: false,
        differs: ['narrators', 'edition', 'length'],
        same_recording: false,
      },
      {
        asin: 'EMODD00016',
        edition: 'dramatised',
        current: false,
        // It has the length of the unabridged reading, but is another recording.
        differs: ['narrators', 'edition'],
        same_recording: false,
      },
    ])
    expect(missing_regions).toEqual([])
    // A box set that begins with the book is not an edition.
    expect(told.map(({ asin }) => asin)).not.toContain('EMODD00018')
  })

  it('is the same list from each of them, with their status for the caller', async () => {
    const ferry = asinOf('The Ash Ferry')
    await server.fetch(`/api/requests/${ferry}`, { method: 'POST', headers: member })
    const { editions } = await editionsOf('EMODD00016/editions')
    expect(editions.map(({ book, current, requests }) => [book.asin, current, requests.length])).toEqual([
      [ferry, false, 1],
      ['EMODD00017', false, 0],
      ['EMODD00016', true, 0],
    ])
  })

  it('includes what another region sells under another title', async () => {
    const { editions } = await editionsOf('EMODD00031/editions?region=us')
    expect(editions.map(({ book, differs }) => [book.title, book.region, differs])).toEqual([
      ['The Tinderbox Stone', 'us', []],
      ['The Cinder Heirloom', 'uk', ['title', 'narrators', 'length', 'region']],
    ])
  })

  it('asks the catalogue once for all callers', async () => {
    await editionsOf(`${asinOf('Winterglass')}/editions`)
    catalogue.received.length = 0
    const { editions } = await editionsOf(`${asinOf('Winterglass')}/editions`)
    expect(editions).toHaveLength(1)
    expect(catalogue.received).toEqual([])
  })

  it('answers 404 if there is no such book, and is empty for one requested by hand', async () => {
    const answer = await get('B0NOWHERE0/editions')
    expect(answer.status).toBe(404)
    expect(problemSchema.parse(await answer.json()).code).toBe('not_in_region')
    expect(await editionsOf('H000000001/editions')).toEqual({ editions: [], missing_regions: [] })
  })

  it('says that the catalogue fails if it was never asked', async () => {
    catalogue.misbehave({ kind: 'html' })
    expect((await get(`${asinOf('Bramble King')}/editions`)).status).toBe(502)
  })
})
