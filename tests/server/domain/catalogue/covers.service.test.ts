import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startCatalogueFake } from '#fakes/catalogue'
import type { CatalogueFake } from '#fakes/catalogue'
import { createCatalogue } from '#server/domain/catalogue/catalogue.service'
import { createCovers } from '#server/domain/catalogue/covers.service'
import type { CoverSubject } from '#server/domain/catalogue/covers.types'
import { createAudibleCatalogue } from '#server/domain/catalogue/drivers/audible'
import { createCatalogueCache } from '#server/domain/catalogue/drivers/catalogue-cache'
import { createCoverFiles } from '#server/domain/catalogue/drivers/cover-files'
import { createCoverImage } from '#server/domain/catalogue/drivers/cover-image'
import { createMediaSource } from '#server/domain/catalogue/drivers/media-source'
import { createPublicRequest, type LookupAll, type PublicRequest } from '#server/upstream/public-request'
import { standingClock } from '#tests/support/records'

const SOMEBODY = { id: 'u1', username: 'rosa', role: 'untrusted', root: false } as const

const ASIN = 'EMODD00019'
let fake: CatalogueFake
let directory: string
beforeAll(async () => {
  fake = await startCatalogueFake()
})
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'covers-'))
})
afterEach(async () => {
  fake.misbehave(null)
  fake.received.length = 0
  await rm(directory, { recursive: true, force: true })
})
afterAll(() => fake.close())

type Stored = Record<string, CoverSubject>

/** Covers over the fake catalogue; records every address that is fetched. */
function setUp({
  stored = {},
  answer,
  maxBytes,
  publicly = () => Promise.reject(new Error('Nothing here is public')),
  catalogueAddress = fake.baseUrl,
}: {
  stored?: Stored
  answer?: () => Response | Promise<Response>
  maxBytes?: number
  publicly?: PublicRequest
  catalogueAddress?: string
} = {}) {
  const { read: clock, advance } = standingClock()
  const fetched: string[] = []
  const noting: typeof globalThis.fetch = async (input, init) => {
    const address = input instanceof Request ? input.url : String(input)
    fetched.push(address)
    return answer === undefined ? fetch(address, init) : answer()
  }
  const catalogue = createCatalogue({
    driver: createAudibleCatalogue({ fetch, baseUrl: fake.baseUrl }),
    cache: createCatalogueCache(),
    clock,
    defaultRegion: 'us',
  })
  const covers = createCovers({
    catalogue,
    storedCover: async (_user, asin) => stored[asin] ?? null,
    files: createCoverFiles({ directory, clock, log: { warn: () => expect.unreachable() } }),
    image: createCoverImage(),
    source: createMediaSource({
      accept: 'image/*',
      fetch: noting,
      publicly,
      catalogueAddress,
      timeoutMs: 2_000,
      ...(maxBytes === undefined ? {} : { maxBytes }),
    }),
    defaultRegion: 'us',
    clock,
    log: { debug: () => undefined },
  })
  return { advance, catalogue, covers, fetched }
}

const edgeOf = async (bytes: Uint8Array) => (await sharp(bytes).metadata()).width
const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

describe('a cover', () => {
  it.each([
    [1, 96],
    [96, 96],
    [97, 192],
    [320, 320],
    [321, 512],
    [1024, 1024],
    [4096, 1024],
  ])('of %i pixels is served with %i', async (wanted, edge) => {
    const { body, mediaType } = await setUp().covers.cover(SOMEBODY, { asin: ASIN, size: wanted })
    expect(mediaType).toBe('image/webp')
    await expect(edgeOf(body)).resolves.toBe(edge)
  })

  it('is fetched once, even if many sizes are requested at once', async () => {
    const { covers, fetched } = setUp()
    await Promise.all(
      [96, 192, 320, 320, 512, 1024, 50].map((size) => covers.cover(SOMEBODY, { asin: ASIN, size })),
    )
    expect(fetched).toEqual([`${fake.url}/images/${ASIN}._SL1024_.jpg`])
  })

  it('comes from disk after a restart, without asking the catalogue', async () => {
    const first = await setUp().covers.cover(SOMEBODY, { asin: ASIN, size: 320 })
    fake.received.length = 0
    const again = await setUp().covers.cover(SOMEBODY, { asin: ASIN, size: 320 })
    expect(again).toEqual(first)
    expect(fake.received).toEqual([])
  })

  it('needs no query about the book after a search', async () => {
    const { catalogue, covers } = setUp()
    const { books } = await catalogue.search({ query: 'winterglass', page: 0, limit: 5 })
    fake.received.length = 0
    await covers.cover(SOMEBODY, { asin: books[0]?.asin ?? '', size: 96 })
    expect(fake.received.map(({ path }) => path)).toEqual([`/images/${books[0]?.asin}._SL1024_.jpg`])
  })

  it('of a requested book comes from the stored address', async () => {
    const coverUrl = `${fake.url}/images/${ASIN}._SL500_.jpg`
    const { covers, fetched } = setUp({ stored: { EMSTORED01: { title: 'Stored', coverUrl } } })
    const { mediaType } = await covers.cover(SOMEBODY, { asin: 'EMSTORED01', size: 96 })
    expect(mediaType).toBe('image/webp')
    expect(fetched).toEqual([coverUrl])
  })

  it('is that of the requested region', async () => {
    const { covers } = setUp()
    await expect(
      covers.cover(SOMEBODY, { asin: 'EMODD00014', region: 'de', size: 96 }),
    ).resolves.toMatchObject({
      mediaType: 'image/webp',
    })
    await expect(
      covers.cover(SOMEBODY, { asin: 'EMODD00014', region: 'us', size: 96 }),
    ).resolves.toMatchObject({
      mediaType: 'image/svg+xml',
    })
  })
})

describe('many covers at once', () => {
  it('are fetched four and decoded one at a time', async () => {
    const asins = Array.from({ length: 20 }, (_, index) => `EMMANY00${String(index).padStart(2, '0')}`)
    const stored = Object.fromEntries(
      asins.map((asin) => [asin, { title: asin, coverUrl: `https://covers.example/${asin}.jpg` }]),
    )
    const fetches = counter()
    const decodes = counter()
    const covers = createCovers({
      catalogue: { remembered: async () => null, book: async () => null },
      storedCover: async (_user, asin) => stored[asin] ?? null,
      files: { read: async () => null, write: async () => undefined },
      image: { square: (picture) => decodes.during(async () => new Uint8Array(picture)) },
      source: { fetch: () => fetches.during(async () => new Uint8Array(1)) },
      defaultRegion: 'us',
      clock: standingClock().read,
      log: { debug: () => undefined },
    })
    const made = await Promise.all(asins.map((asin) => covers.cover(SOMEBODY, { asin, size: 96 })))
    expect(new Set(made.map(({ mediaType }) => mediaType))).toEqual(new Set(['image/webp']))
    expect([fetches.most(), decodes.most()]).toEqual([4, 1])
  })
})

/** Counts concurrent calls. */
function counter() {
  let now = 0
  let most = 0
  return {
    most: () => most,
    async during<T>(work: () => Promise<T>): Promise<T> {
      most = Math.max(most, ++now)
      await nextTurn()
      now--
      return work()
    },
  }
}

describe('a book without a cover', () => {
  it('gets a drawing with its title', async () => {
    const { covers, fetched } = setUp()
    const cover = await covers.cover(SOMEBODY, { asin: 'EMODD00011', size: 320 })
    expect(cover).toMatchObject({ mediaType: 'image/svg+xml', maxAge: 86_400 })
    expect(textOf(cover.body)).toContain('<title>No Cover to Speak Of</title>')
    expect(fetched).toEqual([])
    await expect(readdir(directory)).resolves.toEqual([])
  })

  it('gets a drawing with the stored title if it was requested, without asking the catalogue', async () => {
    fake.misbehave({ kind: 'reset' })
    const { covers } = setUp({ stored: { EMSTORED01: { title: 'Bare', coverUrl: null } } })
    const cover = await covers.cover(SOMEBODY, { asin: 'EMSTORED01', size: 320 })
    expect(cover.maxAge).toBe(86_400)
    expect(textOf(cover.body)).toContain('<title>Bare</title>')
    expect(fake.received).toEqual([])
  })

  it('gets a drawing without a title if no one has it', async () => {
    const cover = await setUp().covers.cover(SOMEBODY, { asin: 'EMUNKNOWN0', size: 320 })
    expect(cover.mediaType).toBe('image/svg+xml')
    expect(textOf(cover.body)).not.toContain('<text')
  })
})

describe('a cover that is unavailable', () => {
  it('is drawn, and fetched again after a minute', async () => {
    const { advance, catalogue, covers, fetched } = setUp()
    await catalogue.book(ASIN)
    fake.misbehave({ kind: 'status', status: 500 })
    const drawn = await covers.cover(SOMEBODY, { asin: ASIN, size: 320 })
    expect(drawn).toMatchObject({ mediaType: 'image/svg+xml', maxAge: 60 })
    expect(textOf(drawn.body)).toContain('<title>The First Wick</title>')
    fake.misbehave(null)
    for (const size of [96, 320, 1024])
      expect(await covers.cover(SOMEBODY, { asin: ASIN, size })).toMatchObject(drawn)
    expect(fetched).toHaveLength(1)
    advance(60_000)
    await expect(covers.cover(SOMEBODY, { asin: ASIN, size: 320 })).resolves.toMatchObject({
      mediaType: 'image/webp',
    })
  })

  it('is drawn with the title of the requested book while the catalogue is down', async () => {
    fake.misbehave({ kind: 'reset' })
    const coverUrl = `${fake.url}/images/${ASIN}._SL500_.jpg`
    const { covers } = setUp({ stored: { [ASIN]: { title: 'The Stored Wick', coverUrl } } })
    const drawn = await covers.cover(SOMEBODY, { asin: ASIN, size: 320 })
    expect(drawn).toMatchObject({ mediaType: 'image/svg+xml', maxAge: 60 })
    expect(textOf(drawn.body)).toContain('<title>The Stored Wick</title>')
  })

  it('is drawn while the catalogue is down', async () => {
    fake.misbehave({ kind: 'reset' })
    await expect(setUp().covers.cover(SOMEBODY, { asin: ASIN, size: 320 })).resolves.toMatchObject({
      mediaType: 'image/svg+xml',
      maxAge: 60,
    })
  })

  it.each<[string, () => Response | Promise<Response>]>([
    ['a web page', () => new Response('<html></html>', { headers: { 'content-type': 'text/html' } })],
    ['nothing', () => new Response('')],
    [
      'a drawing that may refer to other files',
      () => new Response('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    ],
    ['a redirect', () => Response.redirect('http://127.0.0.1:1/elsewhere')],
    ['not found', () => new Response('', { status: 404 })],
  ])('is drawn when the address answers %s', async (_, answer) => {
    const response = await answer()
    await expect(
      setUp({ answer: () => response }).covers.cover(SOMEBODY, { asin: ASIN, size: 96 }),
    ).resolves.toMatchObject({ mediaType: 'image/svg+xml' })
    await expect(readdir(directory)).resolves.toEqual([])
  })

  it('is drawn when the picture is larger than allowed, in bytes or in pixels', async () => {
    const large = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#123456' } })
      .jpeg()
      .toBuffer()
    const inBytes = setUp({ answer: () => new Response(new Uint8Array(large)), maxBytes: 500 })
    await expect(inBytes.covers.cover(SOMEBODY, { asin: ASIN, size: 96 })).resolves.toMatchObject({
      mediaType: 'image/svg+xml',
    })
    const vast = await sharp({ create: { width: 9_000, height: 9_000, channels: 3, background: '#123456' } })
      .png()
      .toBuffer()
    const inPixels = setUp({ answer: () => new Response(new Uint8Array(vast)) })
    await expect(inPixels.covers.cover(SOMEBODY, { asin: ASIN, size: 96 })).resolves.toMatchObject({
      mediaType: 'image/svg+xml',
    })
  })
})

describe('addresses', () => {
  it.each([
    'file:///etc/passwd',
    'ftp://127.0.0.1/cover.jpg',
    'data:image/png;base64,AAAA',
    'not an address',
  ])('of the kind %s are never fetched', async (coverUrl) => {
    const { covers, fetched } = setUp({ stored: { EMSTORED01: { title: 'Stored', coverUrl } } })
    await expect(covers.cover(SOMEBODY, { asin: 'EMSTORED01', size: 96 })).resolves.toMatchObject({
      mediaType: 'image/svg+xml',
    })
    expect(fetched).toEqual([])
  })

  it.each([
    ['a number', (port: string) => `http://127.0.0.1:${port}/cover.jpg`],
    ['another way to write it', (port: string) => `http://2130706433:${port}/cover.jpg`],
    ['IPv6', (port: string) => `http://[::ffff:7f00:1]:${port}/cover.jpg`],
    ['a name', (port: string) => `http://localhost:${port}/cover.jpg`],
    ['a name of somebody else that leads there', (port: string) => `http://covers.example:${port}/cover.jpg`],
  ])('of a public catalogue never lead into a private network: %s', async (_what, address) => {
    const inner = await startCatalogueFake()
    const coverUrl = address(new URL(inner.url).port)
    const lookUp: LookupAll = (_host, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }])
    const { covers, fetched } = setUp({
      stored: { EMSTORED01: { title: 'Stored', coverUrl } },
      publicly: createPublicRequest({ lookUp }),
      catalogueAddress: 'https://api.audible.{tld}',
    })
    const cover = await covers.cover(SOMEBODY, { asin: 'EMSTORED01', size: 96 })
    await inner.close()
    expect(cover.mediaType).toBe('image/svg+xml')
    expect([fetched, inner.received]).toEqual([[], []])
  })

  it('are fetched from public addresses, and from the catalogue itself wherever it is', async () => {
    const coverUrl = `${fake.url}/images/${ASIN}._SL500_.jpg`
    const stored = { EMSTORED01: { title: 'Stored', coverUrl } }
    const elsewhere = setUp({
      stored,
      publicly: createPublicRequest({ isAllowed: (address) => address === '127.0.0.1' }),
      catalogueAddress: 'https://api.audible.{tld}',
    })
    const question = { asin: 'EMSTORED01', size: 96 }
    expect((await elsewhere.covers.cover(SOMEBODY, question)).mediaType).toBe('image/webp')
    expect(elsewhere.fetched).toEqual([])
    await rm(directory, { recursive: true })
    const own = setUp({ stored })
    expect((await own.covers.cover(SOMEBODY, question)).mediaType).toBe('image/webp')
    expect(own.fetched).toEqual([coverUrl])
  })

  it('are not followed across a redirect', async () => {
    const other = await startCatalogueFake()
    const hop = await startRedirect(`${other.url}/images/${ASIN}._SL500_.jpg`)
    const publicly = createPublicRequest({ isAllowed: () => true })
    for (const catalogueAddress of [hop.url, 'https://api.audible.{tld}']) {
      const stored = { EMSTORED01: { title: 'Stored', coverUrl: `${hop.url}/cover.jpg` } }
      const { covers } = setUp({ stored, publicly, catalogueAddress })
      const cover = await covers.cover(SOMEBODY, { asin: 'EMSTORED01', size: 96 })
      expect(cover.mediaType).toBe('image/svg+xml')
    }
    expect(hop.received).toHaveLength(2)
    expect(other.received).toEqual([])
    await Promise.all([other.close(), hop.close()])
  })
})

async function startRedirect(to: string) {
  const { startFakeServer } = await import('#fakes/fake-server')
  return startFakeServer((_, response) => void response.writeHead(302, { location: to }).end())
}
