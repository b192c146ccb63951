import { describe, expect, it } from 'vitest'
import { silence } from '#fakes/catalogue/silence'
import type { CatalogueBook } from '#server/domain/catalogue/catalogue.types'
import { createSamples } from '#server/domain/catalogue/samples.service'
import { catalogueBook, standingClock } from '#tests/support/records'

const ADDRESS = 'https://samples.example/salt-road.mp3'

function setUp(bookOf: (asin: string) => CatalogueBook | null, fetch: () => Uint8Array<ArrayBuffer>) {
  const clock = standingClock()
  const calls: string[] = []
  const samples = createSamples({
    catalogue: { book: async (asin) => bookOf(asin) },
    source: {
      async fetch(address) {
        calls.push(address)
        return fetch()
      },
    },
    defaultRegion: 'us',
    baseUrl: '/audiobooks/',
    clock: clock.read,
  })
  return { clock, calls, samples }
}
const heard = () => new Uint8Array(silence(2))
/** Four of these fill the memory for samples. */
const long = () => {
  const bytes = new Uint8Array(8 * 1024 * 1024)
  bytes.set(silence(2))
  return bytes
}
const eachOfItsOwn = (each: string) => catalogueBook({ sampleUrl: `https://samples.example/${each}` })
const asin = 'B000000001'

describe('samples', () => {
  it('are served below the base path, if the catalogue has one', async () => {
    const { samples } = setUp((each) => (each === asin ? catalogueBook({ sampleUrl: ADDRESS }) : null), heard)
    expect(await samples.find({ asin, region: 'uk' })).toEqual({
      audio: `/audiobooks/api/books/${asin}/sample/audio?region=uk`,
    })
    for (const none of ['B000000404', 'H000000001'])
      expect(await samples.find({ asin: none })).toEqual({ audio: null })
    await expect(samples.play({ asin: 'B000000404' })).rejects.toMatchObject({ code: 'no_sample' })
  })

  it('are fetched once for all listeners, until others are played', async () => {
    const { calls, samples } = setUp(eachOfItsOwn, long)
    const [one, same] = await Promise.all([samples.play({ asin }), samples.play({ asin })])
    expect([one.mediaType, one.read(0, 9)]).toEqual(['audio/mpeg', heard().slice(0, 9)])
    expect(same).toBe(one)
    expect(calls).toHaveLength(1)
    for (const other of [1, 2, 3, 4]) await samples.play({ asin: `B00000010${other}` })
    await samples.play({ asin })
    expect(calls).toHaveLength(6)
    // The dropped sample is gone, even for those who still listen to it.
    expect(one.read(0, 1)).toBeNull()
    // Reading it did not replace the sample that was fetched again.
    expect((await samples.play({ asin })).read(0, 1)).toHaveLength(1)
  })

  it('stay while someone listens, in preference to unread ones', async () => {
    const { calls, samples } = setUp(eachOfItsOwn, long)
    const listened = await samples.play({ asin })
    for (const other of [1, 2, 3, 4, 5]) {
      await samples.play({ asin: `B00000010${other}` })
      expect(listened.read(0, 1)).toHaveLength(1)
    }
    expect(calls).toHaveLength(6)
  })

  it('are kept for all concurrent listeners, while they are short', async () => {
    const { calls, samples } = setUp(eachOfItsOwn, heard)
    const all = Array.from({ length: 12 }, (_, at) => `B0000002${10 + at}`)
    const playing = await Promise.all(all.map((each) => samples.play({ asin: each })))
    for (const each of playing) expect(each.read(0, 1)).toHaveLength(1)
    await samples.play({ asin: 'B000000210' })
    expect(calls).toHaveLength(12)
  })

  it('fail if unavailable or something else, and are not retried for a moment', async () => {
    const answers = [
      () => {
        throw new Error('The connection broke off')
      },
      () => new Uint8Array(new TextEncoder().encode('<!doctype html>')),
    ]
    for (const answer of answers) {
      const { calls, clock, samples } = setUp(() => catalogueBook({ sampleUrl: ADDRESS }), answer)
      const failing = { code: 'sample_failed' }
      await expect(samples.play({ asin })).rejects.toMatchObject(failing)
      await expect(samples.play({ asin })).rejects.toMatchObject(failing)
      expect(calls).toHaveLength(1)
      clock.advance(5000)
      await expect(samples.play({ asin })).rejects.toMatchObject(failing)
      expect(calls).toHaveLength(2)
    }
  })
})
