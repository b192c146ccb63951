import { describe, expect, it, onTestFinished } from 'vitest'
import { KEY, startMediaBrowser, type FakeRow, type MediaBrowserOptions } from '#fakes/libraries/mediabrowser'
import { createEmby } from '#server/domain/integrations/drivers/emby'
import { createJellyfin } from '#server/domain/integrations/drivers/jellyfin'
import type { LibraryItem } from '#server/domain/integrations/library.types'
import type { StoredSettings } from '#server/domain/integrations/settings.rules'
import { settingsOf } from './access.fixture'
import { walked } from './library.fixture'
import { neverAborted } from './prowlarr.fixture'

const keep = () => Promise.resolve()
const CREATE = { Jellyfin: createJellyfin, Emby: createEmby }
const HOUR = 36_000_000_000

async function connected(options: MediaBrowserOptions = {}, settings: StoredSettings = {}) {
  const fake = await startMediaBrowser(options)
  onTestFinished(() => fake.close())
  const driver = CREATE[options.program ?? 'Jellyfin']({
    fetch: globalThis.fetch,
    userAgent: 'Earmark/test',
  })
  const stored = settingsOf(driver, { base_url: fake.url, api_key: KEY, ...settings })
  return { fake, driver, stored, library: driver.open(stored.access) }
}

/** One file in a folder. */
const file = (folder: string, name: string, more: Partial<FakeRow> = {}): FakeRow => ({
  Id: `${folder}-${name.replaceAll(' ', '')}`,
  Name: name,
  ParentId: `id-of-${folder}`,
  Path: `/audiobooks/Ada Moor/${folder}/${name}.mp3`,
  RunTimeTicks: HOUR,
  ...more,
})

/** The fields that tests of grouping compare. */
const brief = (items: readonly LibraryItem[]) => items.map(({ title, durationMin }) => [title, durationMin])

describe.each(['Jellyfin', 'Emby'] as const)('the library of %s', (program) => {
  it('is read with people, series, identifiers and minutes', async () => {
    const { library } = await connected({
      program,
      rows: [
        {
          Id: 'a1',
          Name: ' The Salt Road ',
          AlbumArtist: 'Ada Moor, Ben Hale',
          AlbumArtists: [{ Name: 'Ada Moor', Id: 'p1' }, { Name: 'Ben Hale' }],
          Artists: ['Cora Lind'],
          SeriesName: 'Harbour Songs',
          RunTimeTicks: 10 * HOUR,
          DateCreated: '2025-05-06T07:00:00.1234567Z',
          ProviderIds: { AudibleASIN: 'b00salt001', Isbn: '978-3-16-148410-0', Other: null },
        },
      ],
    })
    expect(await walked(library)).toEqual([
      {
        id: 'a1',
        addedAt: new Date('2025-05-06T07:00:00.123Z'),
        title: 'The Salt Road',
        subtitle: null,
        authors: ['Ada Moor', 'Ben Hale'],
        narrators: [],
        series: [{ title: 'Harbour Songs', position: null }],
        asin: 'B00SALT001',
        isbn: '9783161484100',
        language: null,
        durationMin: 600,
        url: expect.any(String),
      },
    ])
  })

  it('leaves out unreadable rows, and keeps those with only a name', async () => {
    const { library } = await connected({
      program,
      rows: [
        null,
        'row',
        { Id: 7, Name: 'Number' },
        { Id: 'nameless' },
        { Id: 'virtual', Name: 'Gone', LocationType: 'Virtual' },
        { Id: 'folder', Name: 'Folder', Type: 'Folder' },
        { Id: 'odd', Name: 'Odd', Artists: 'text', ProviderIds: [], RunTimeTicks: -1, AlbumArtists: {} },
        { Id: 'bare', Name: 'Bare' },
      ],
    })
    expect(brief(await walked(library))).toEqual([
      ['Odd', null],
      ['Bare', null],
    ])
  })

  it('is read page by page', async () => {
    const rows = Array.from({ length: 1100 }, (_, at) => ({ Id: `i${at}`, Name: `Book ${at} of many` }))
    const { library, fake } = await connected({ program, rows })
    expect((await walked(library)).map(({ id }) => id)).toEqual(rows.map(({ Id }) => Id))
    expect(fake.received.filter(({ path }) => path === '/Items')).toHaveLength(3)
  })

  it('is read again if something was removed meanwhile, so that nothing is skipped', async () => {
    const rows = Array.from({ length: 501 }, (_, at) => ({ Id: `i${at}`, Name: `Book ${at} of many` }))
    const { library, fake } = await connected({ program, rows })
    fake.beforePage((start) => {
      if (start > 0) fake.removeFirst()
      if (start > 0) fake.beforePage(null)
    })
    const ids = (await walked(library)).map(({ id }) => id)
    expect(rows.slice(1).filter(({ Id }) => !ids.includes(Id))).toEqual([])
    expect(new Set(ids).size).toBe(ids.length)
  })

  it.each([
    [{ kind: 'status', status: 503 }, 'connection_failed'],
    [{ kind: 'html' }, 'connection_not_the_api'],
    [{ kind: 'reset' }, 'connection_unreachable'],
    [{ kind: 'half' }, 'connection_unreachable'],
  ] as const)('fails with a code after %j, and reports nothing that it has read', async (mode, code) => {
    const rows = Array.from({ length: 600 }, (_, at) => ({ Id: `i${at}`, Name: `Book ${at} of many` }))
    const { library, fake } = await connected({ program, rows })
    fake.beforePage(() => fake.misbehave(mode))
    await expect(walked(library)).rejects.toMatchObject({ code })
  })

  it('is refused if a chosen library is gone', async () => {
    const { library } = await connected({ program }, { libraries: 'Audiobooks, Gone' })
    await expect(walked(library)).rejects.toMatchObject({ code: 'connection_lacks_library' })
  })

  it('is scanned on request, unless that is switched off', async () => {
    const { library, fake, stored } = await connected({ program })
    fake.put({ Id: 'new', Name: 'New' })
    stored.set({ scan: false })
    expect(await library.scan()).toBe(false)
    expect(fake.received).toEqual([])
    stored.set({ scan: true })
    expect(await library.scan()).toBe(true)
    expect((await library.newest(neverAborted())).map(({ id }) => id)).toEqual(['new'])
    fake.demote()
    expect(await library.scan()).toBe(false)
  })

  it('can be tested, with its version and libraries', async () => {
    const { driver, stored, fake } = await connected({ program })
    const version = program === 'Jellyfin' ? '12.1.0' : '4.9.1.2'
    expect(await driver.test(stored.values(), keep)).toMatchObject({
      code: 'ok',
      text: `${program} ${version} answers. Libraries: Audiobooks. The key may start a scan.`,
      version,
    })
    stored.set({ api_key: 'another' })
    expect(await driver.test(stored.values(), keep)).toMatchObject({
      code: 'wrong_key',
      text: expect.stringContaining('API Keys'),
    })
    stored.set({ api_key: KEY, libraries: 'Comics' })
    expect(await driver.test(stored.values(), keep)).toMatchObject({ code: 'no_library' })
    stored.set({ libraries: '', base_url: `${fake.url}/web` })
    expect(await driver.test(stored.values(), keep)).toMatchObject({ code: 'not_the_api' })
  })
})

describe('an audiobook of several files in Jellyfin', () => {
  it('is a single one, found by its album, opened as its folder, with their total length', async () => {
    const more = { Album: 'The Salt Road', AlbumArtist: 'Ada Moor' }
    const { library } = await connected(
      {
        rows: [
          file('Salt', 'Prologue', more),
          file('Tides', 'Tides', { RunTimeTicks: 3 * HOUR }),
          file('Salt', 'Chapter 1', more),
          file('Salt', 'Chapter 2', { ...more, Album: 'the salt road', ProviderIds: { ASIN: 'B00SALT001' } }),
        ],
      },
      { public_url: 'https://media.example/jelly/' },
    )
    const items = await walked(library)
    expect(brief(items)).toEqual([
      ['The Salt Road', 180],
      ['Tides', 180],
    ])
    expect(items[0]).toMatchObject({ authors: ['Ada Moor'], asin: 'B00SALT001' })
    expect(items.map(({ url }) => url)).toEqual([
      'https://media.example/jelly/web/#/details?id=id-of-Salt&serverId=server-1',
      'https://media.example/jelly/web/#/details?id=Tides-Tides&serverId=server-1',
    ])
  })

  it('is recognised without tags if its files are only numbered, across all discs', async () => {
    const { library } = await connected({
      rows: [
        file('Salt', '01 - 02'),
        file('Salt', 'Chapter 3'),
        { ...file('Salt', '01'), Id: 'cd2', Path: String.raw`\audiobooks\Ada Moor\Salt\CD 2\01.mp3` },
      ].map((row) => ({ ...row, Path: String(row.Path).replaceAll('/', '\\') })),
    })
    expect(brief(await walked(library))).toEqual([['Salt', 180]])
  })

  it('does not include other books in their author’s folder', async () => {
    const { library } = await connected({
      rows: [
        file('All', 'Salt Road', { Album: 'Salt Road' }),
        file('All', 'Tides', { Album: 'Tides' }),
        file('All', 'Harbour Songs 1'),
        file('All', 'Harbour Songs 2'),
      ],
    })
    expect(brief(await walked(library)).map(([title]) => title)).toEqual([
      'Salt Road',
      'Tides',
      'Harbour Songs 1',
      'Harbour Songs 2',
    ])
  })

  it('has the same id among the newest as in a walk', async () => {
    const rows = ['01', '02', '03'].map((name) => file('Salt', name))
    const { library } = await connected({ rows })
    expect(await library.newest(neverAborted())).toEqual(await walked(library))
  })

  it('is left to the next walk if the page of the newest ends within it', async () => {
    const rows = [
      ...Array.from({ length: 400 }, (_, at) => file('Long', `Chapter ${at}`)),
      ...Array.from({ length: 200 }, (_, at) => file('Salt', `Chapter ${at}`)),
    ]
    const { library } = await connected({ rows })
    expect(brief(await library.newest(neverAborted()))).toEqual([['Salt', 12_000]])
  })
})

describe('an item of type Book in Jellyfin', () => {
  const book = (path: string, more: Partial<FakeRow> = {}): FakeRow => ({
    Id: path.replaceAll(' ', ''),
    Type: 'Book',
    MediaType: 'Book',
    Name: path.split('/').at(-2) ?? '',
    Path: path,
    LocationType: 'FileSystem',
    ...more,
  })

  it('is an audiobook if its file is audio', async () => {
    const names = ['One', 'Two', 'Three']
    const files = ['One.m4b', 'Two.MP3', 'Three.opus', 'Four.epub', 'Five.pdf', 'Six.cbz']
    const rows = files.map((name) => book(`/books/Ada Moor/${name.split('.', 1)[0]}/${name}`))
    const { library } = await connected({ rows: [...rows, { ...book('/'), Path: null }] })
    expect((await walked(library)).map(({ title }) => title)).toEqual(names)
    expect((await library.newest(neverAborted())).map(({ title }) => title)).toEqual(names.toReversed())
  })

  it('is by the author of its folder if neither its people nor its length are known', async () => {
    const { library } = await connected({
      rows: [
        book('/books/Ada Moor/Salt/Salt.m4b', { SeriesName: 'Salt' }),
        book('/books/Ada Moor/Tides/Tides.m4b', {
          RunTimeTicks: 10 * HOUR,
          SeriesName: 'Harbour Songs',
          IndexNumber: 2,
        }),
        book('/books/Audio/Foam/Foam.m4b', { People: [null, { Name: 'Ben Hale', Type: 'Author' }] }),
        book('/books/Ada Moor/Loose.m4b', { Name: 'Loose', SeriesName: 'Ada Moor' }),
      ],
    })
    expect(await walked(library)).toMatchObject([
      { title: 'Salt', authors: ['Ada Moor'], series: [], durationMin: null },
      { title: 'Tides', authors: [], series: [{ title: 'Harbour Songs', position: '2' }], durationMin: 600 },
      { title: 'Foam', authors: ['Ben Hale'] },
      { title: 'Loose', authors: ['Ada Moor'], series: [] },
    ])
  })

  it('is a single one if its files are only numbered', async () => {
    const rows = ['01', '02'].map((name) => book(`/books/Ada Moor/Salt/${name}.mp3`, { Name: name }))
    const { library } = await connected({ rows })
    expect((await walked(library)).map(({ title }) => title)).toEqual(['Salt'])
  })
})

it('Jellyfin 12 says who wrote an audiobook and who narrates it', async () => {
  const People = [
    { Name: 'Ada Moor', Type: 'Author' },
    { Name: 'Cora Lind', Type: 'Narrator' },
    { Name: 'Dan Fell', Type: 'Actor' },
  ]
  const { library, fake } = await connected({
    rows: [{ Id: 'a', Name: 'Salt', Artists: ['Ada Moor', 'Dan Fell'], People }],
  })
  expect(await walked(library)).toMatchObject([{ authors: ['Ada Moor'], narrators: ['Cora Lind'] }])
  const asked = fake.received.find(({ path }) => path === '/Items')
  expect(asked?.query.get('Fields')?.split(',')).toContain('People')
})

it('An audiobook of Emby has its own link', async () => {
  const { library, fake } = await connected({ program: 'Emby', rows: [{ Id: '42', Name: 'Salt' }] })
  expect((await walked(library)).map(({ url }) => url)).toEqual([
    `${fake.url}/web/index.html#!/item?id=42&serverId=server-1`,
  ])
})
