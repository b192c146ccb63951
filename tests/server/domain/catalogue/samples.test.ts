import { describe, expect, it } from 'vitest'
import { silence } from '#fakes/catalogue/silence'
import type { CatalogueBook } from '#server/domain/catalogue/catalogue.types'
import { createSamples } from '#server/domain/catalogue/samples.service'
import { catalogueBook, standingClock } from '#tests/support/records'

const ADDRESS = 'https://samples.example/salt-road.mp3'

function setUp(bookOf: (asin: string) => CatalogueBook | null, fetch: () => Uint8Array<ArrayBuffer>) {
  const clock = standingClock()
  const asked: string[] = []
  const samples = createSamples({
    catalogue: { book: async (asin) => bookOf(asin) },
    source: {
      async fetch(address) {
        asked.push(address)
        return fetch()
      },
    },
    defaultRegion: 'us',
    baseUrl: '/audiobooks/',
    clock: clock.read,
  })
  return { clock, asked, samples }
}
const heard = () => new Uint8Array(silence(2))
const asin = 'B000000001'

describe('samples', () => {
  it('are found below the base path, where the catalogue has one', async () => {
    const { samples } = setUp((each) => (each === asin ? catalogueBook({ sampleUrl: ADDRESS }) : null), heard)
    expect(await samples.find({ asin, region: 'uk' })).toEqual({
      audio: `/audiobooks/api/books/${asin}/sample/audio?region=uk`,
    })
    for (const none of ['B000000404', 'H000000001'])
      expect(await samples.find({ asin: none })).toEqual({ audio: null })
    await expect(samples.play({ asin: 'B000000404' })).rejects.toMatchObject({ code: 'no_sample' })
  })

  it('are fetched once for all who listen, until others were played', async () => {
    const { asked, samples } = setUp(
      (each) => catalogueBook({ sampleUrl: `https://samples.example/${each}` }),
      heard,
    )
    const [one, same] = await Promise.all([samples.play({ asin }), samples.play({ asin })])
    expect([one.mediaType, one.read(0, one.size)]).toEqual(['audio/mpeg', heard()])
    expect(same).toBe(one)
    expect(asked).toHaveLength(1)
    for (const other of [1, 2, 3, 4]) await samples.play({ asin: `B00000010${other}` })
    await samples.play({ asin })
    expect(asked).toHaveLength(6)
    // Nobody who still listens holds it.
    expect(one.read(0, 1)).toBeNull()
  })

  it('fail where they cannot be had or are something else, and are left alone for a moment', async () => {
    const answers = [
      () => {
        throw new Error('The connection broke off')
      },
      () => new Uint8Array(new TextEncoder().encode('<!doctype html>')),
    ]
    for (const answer of answers) {
      const { asked, clock, samples } = setUp(() => catalogueBook({ sampleUrl: ADDRESS }), answer)
      const failing = { code: 'sample_failed' }
      await expect(samples.play({ asin })).rejects.toMatchObject(failing)
      await expect(samples.play({ asin })).rejects.toMatchObject(failing)
      expect(asked).toHaveLength(1)
      clock.advance(5000)
      await expect(samples.play({ asin })).rejects.toMatchObject(failing)
      expect(asked).toHaveLength(2)
    }
  })
})
