import { describe, expect, it, onTestFinished } from 'vitest'
import { KEY, startAudiobookshelf, type AudiobookshelfOptions } from '#fakes/libraries/audiobookshelf'
import { createAudiobookshelf } from '#server/domain/integrations/drivers/audiobookshelf'
import { toLibraryItem } from '#server/domain/integrations/drivers/audiobookshelf.schemas'
import type { Library, LibraryItem } from '#server/domain/integrations/library.types'
import type { StoredSettings } from '#server/domain/integrations/settings.rules'
import { ownedAs, prepareBook, prepareItem } from '#server/domain/ranking/owned.rules'
import { settingsOf } from './access.fixture'
import { neverAborted } from './prowlarr.fixture'

const keep = () => Promise.resolve()

async function connected(options: AudiobookshelfOptions = {}, settings: StoredSettings = {}) {
  const fake = await startAudiobookshelf(options)
  onTestFinished(() => fake.close())
  const driver = createAudiobookshelf({ fetch: globalThis.fetch, userAgent: 'Earmark/test' })
  const stored = settingsOf(driver, {
    audiobookshelf_base_url: fake.url,
    audiobookshelf_api_key: KEY,
    ...settings,
  })
  return { fake, driver, stored, library: driver.open(stored.access) }
}

async function walked(library: Library): Promise<LibraryItem[]> {
  const items: LibraryItem[] = []
  for await (const page of library.walk(neverAborted())) items.push(...page)
  return items
}

const generated = (count: number) => ({
  count,
  item: (at: number) => ({ id: `i${at}`, title: `Book ${at}`, authors: ['Ada Moor'] }),
})

describe('the library of an Audiobookshelf', () => {
  it('is read with people, series, identifiers, minutes and a link', async () => {
    const { library } = await connected(
      {
        items: [
          {
            id: 'item/1',
            title: ' The Salt Road ',
            subtitle: 'A Novel',
            authors: ['Ada Moor', 'Ben Hale'],
            narrators: ['Cora Lind'],
            series: 'Harbour Songs #1.5, Tides',
            asin: 'b00salt001',
            isbn: '978-3-16-148410-0',
            language: 'English',
            duration: 36_029,
            addedAt: Date.UTC(2025, 4, 6, 7),
          },
        ],
      },
      { audiobookshelf_public_url: 'https://listen.example/abs/' },
    )
    expect(await walked(library)).toEqual([
      {
        id: 'item/1',
        addedAt: new Date('2025-05-06T07:00:00Z'),
        title: 'The Salt Road',
        subtitle: 'A Novel',
        authors: ['Ada Moor', 'Ben Hale'],
        narrators: ['Cora Lind'],
        series: [
          { title: 'Harbour Songs', position: '1.5' },
          { title: 'Tides', position: null },
        ],
        asin: 'B00SALT001',
        isbn: '9783161484100',
        language: 'English',
        durationMin: 600,
        url: 'https://listen.example/abs/item/item%2F1',
      },
    ])
  })

  it('leaves out ebooks and missing files', async () => {
    const { library } = await connected({
      items: [
        { id: 'ebook', title: 'Only to Read', tracks: 0 },
        { id: 'gone', title: 'Gone', missing: true },
        { id: 'here', title: 'Here' },
      ],
    })
    expect((await walked(library)).map(({ id }) => id)).toEqual(['here'])
  })

  it('is read page by page', async () => {
    const { library, fake } = await connected({ generated: generated(450) })
    const items = await walked(library)
    expect(items.map(({ id }) => id)).toEqual(Array.from({ length: 450 }, (_, at) => `i${at}`))
    expect(fake.received.filter(({ path }) => path.endsWith('/items'))).toHaveLength(3)
  })

  it('is read again if something was removed meanwhile, so that nothing is skipped', async () => {
    const items = Array.from({ length: 401 }, (_, at) => ({ id: `i${at}`, title: `Book ${at}` }))
    const { library, fake } = await connected({ items })
    fake.beforePage((page) => {
      if (page === 1) fake.remove('i0')
    })
    const ids = new Set((await walked(library)).map(({ id }) => id))
    expect(items.slice(1).filter(({ id }) => !ids.has(id))).toEqual([])
  })

  it('lists the newest first', async () => {
    const { library } = await connected({ generated: generated(300) })
    const newest = await library.newest(neverAborted())
    expect(newest).toHaveLength(50)
    expect(newest[0]?.id).toBe('i299')
  })

  it('is aborted by the signal without losing its reason', async () => {
    const { library } = await connected({ generated: generated(450) })
    const stop = new AbortController()
    const walk = async () => {
      for await (const page of library.walk(stop.signal)) {
        if (page.length > 0) stop.abort(new Error('The server stops'))
      }
    }
    await expect(walk()).rejects.toThrow('The server stops')
  })

  it.each([
    [{ kind: 'status', status: 500 }, 'connection_failed'],
    [{ kind: 'html' }, 'connection_not_the_api'],
    [{ kind: 'reset' }, 'connection_unreachable'],
    [{ kind: 'half' }, 'connection_unreachable'],
  ] as const)('fails with a code after %j', async (mode, code) => {
    const { library, fake } = await connected({ generated: generated(450) })
    // The page in progress is still sent; the next one breaks.
    fake.beforePage(() => fake.misbehave(mode))
    await expect(walked(library)).rejects.toMatchObject({ code })
  })

  it('fails with a code if the id of the library has half a character', async () => {
    const { library } = await connected({ listedId: 'lib-\ud800' })
    await expect(walked(library)).rejects.toMatchObject({ code: 'connection_not_the_api' })
    await expect(library.scan()).rejects.toMatchObject({ code: 'connection_not_the_api' })
  })

  it('is refused if a chosen library is gone, because a partial one would be taken for complete', async () => {
    const { library } = await connected({}, { audiobookshelf_libraries: 'Audiobooks, Gone' })
    await expect(walked(library)).rejects.toMatchObject({
      code: 'connection_lacks_library',
      message: 'Audiobookshelf has no library called Gone, or the key cannot see it.',
    })
  })
})

describe('a scan', () => {
  it('is requested, and finds new files', async () => {
    const { library, fake } = await connected()
    fake.put({ id: 'new', title: 'New' })
    expect(await library.scan()).toBe(true)
    expect((await walked(library)).map(({ id }) => id)).toEqual(['new'])
  })

  it('does not start if the key may not', async () => {
    const { library } = await connected({ userType: 'user' })
    expect(await library.scan()).toBe(false)
  })

  it('is not requested if that is switched off', async () => {
    const { library, fake } = await connected({}, { audiobookshelf_scan: false })
    expect(await library.scan()).toBe(false)
    expect(fake.received).toEqual([])
  })
})

describe('testing the connection', () => {
  it('reports version, libraries and that the key may start a scan', async () => {
    const { driver, stored } = await connected()
    expect(await driver.test(stored.values(), keep)).toMatchObject({
      code: 'ok',
      text: 'Audiobookshelf 2.36.0 answers. Libraries: Audiobooks. The key may start a scan.',
      version: '2.36.0',
    })
  })

  it('reports that the key may not', async () => {
    const { driver, stored } = await connected({ userType: 'user' })
    expect(await driver.test(stored.values(), keep)).toMatchObject({
      code: 'ok',
      text: expect.stringContaining('may not start a scan'),
    })
  })

  it.each([
    ['wrong_key', { audiobookshelf_api_key: 'another' }, 'Settings → API Keys'],
    ['no_library', { audiobookshelf_libraries: 'Comics' }, 'no library called Comics'],
    ['unreachable', { audiobookshelf_base_url: 'http://127.0.0.1:1' }, 'Check the base URL'],
  ])('finds %s with %j and says what to do', async (code, changes, words) => {
    const { driver, stored } = await connected({}, changes)
    expect(await driver.test(stored.values(), keep)).toMatchObject({
      code,
      text: expect.stringContaining(words),
    })
  })
})

describe('the series of an audiobook in Audiobookshelf', () => {
  const seriesOf = (seriesName: string) =>
    toLibraryItem(
      { id: 'li_1', media: { numTracks: 1, metadata: { title: 'The Salt Road', seriesName } } },
      'http://shelf.invalid',
    )?.series.map(({ title, position }) => (position === null ? title : `${title} #${position}`))

  it.each([
    ['Harbour Songs #1, Tides', ['Harbour Songs #1', 'Tides']],
    ['Ascend, Online #2', ['Ascend', 'Online #2', 'Ascend, Online #2']],
    [
      'Songs #1, Anita Blake, Vampire Hunter #3',
      ['Songs #1', 'Anita Blake', 'Vampire Hunter #3', 'Anita Blake, Vampire Hunter #3'],
    ],
    [
      'Here, There, Everywhere #4',
      ['Here', 'There', 'Everywhere #4', 'Here, There', 'There, Everywhere #4', 'Here, There, Everywhere #4'],
    ],
    ['', []],
  ])('“%s” is read as %j, since a comma may be part of a name', (seriesName, series) => {
    expect(seriesOf(seriesName)).toEqual(series)
  })

  it('tells another volume of a series with a comma apart', () => {
    const item = toLibraryItem(
      {
        id: 'li_1',
        media: {
          numTracks: 1,
          duration: 36_000,
          metadata: { title: 'Rise Again', authorName: 'Ada Moor', seriesName: 'Rise, Again #2' },
        },
      },
      'http://shelf.invalid',
    )
    const volume = (position: string) =>
      prepareBook({
        asin: null,
        title: 'Rise Again',
        subtitle: null,
        authors: ['Ada Moor'],
        series: [{ title: 'Rise, Again', position }],
        language: null,
        edition: 'unabridged',
        runtimeMin: 600,
      })
    expect(item && ownedAs(volume('3'), prepareItem(item))).toBeNull()
    expect(item && ownedAs(volume('2'), prepareItem(item))).toBe('title_author_and_length')
  })
})
