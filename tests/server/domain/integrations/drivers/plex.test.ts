import { expect, it, onTestFinished } from 'vitest'
import { startPlex, TOKEN } from '#fakes/libraries/plex'
import { asinIn } from '#server/domain/integrations/drivers/library.normalise'
import { createPlex } from '#server/domain/integrations/drivers/plex'
import { settingsOf } from './access.fixture'
import { walked } from './library.fixture'
import { neverAborted } from './prowlarr.fixture'

const keep = () => Promise.resolve()

async function connected(albums: readonly unknown[] = [], machineId = 'machine-1') {
  const fake = await startPlex({ albums, machineId })
  onTestFinished(() => fake.close())
  const driver = createPlex({ fetch: globalThis.fetch, userAgent: 'Earmark/test' })
  const stored = settingsOf(driver, { base_url: fake.url, api_key: TOKEN })
  return { fake, driver, stored, library: driver.open(stored.access) }
}

const many = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ ratingKey: `${at}`, title: `Book ${at}` }))

it('Albums have their author, the ASIN of Audnexus and a link; unreadable ones are left out', async () => {
  const { library, fake } = await connected([
    null,
    { ratingKey: '6' },
    { title: 'No key' },
    {
      ratingKey: '7',
      title: ' The Salt Road ',
      parentTitle: 'Ada Moor',
      guid: 'com.plexapp.agents.audnexus://B00SALT001_us?lang=en',
      addedAt: Date.UTC(2025, 4, 6, 7) / 1000,
    },
    { ratingKey: 8, title: 'Tides', guid: 'plex://album/5d07c185403c64029084f920', addedAt: 'yesterday' },
  ])
  const rest = { subtitle: null, narrators: [], series: [], isbn: null, language: null, durationMin: null }
  const link = `${fake.url}/web/index.html#!/server/machine-1/details?key=%2Flibrary%2Fmetadata%2F`
  expect(await walked(library)).toEqual([
    {
      ...rest,
      id: '7',
      addedAt: new Date('2025-05-06T07:00:00Z'),
      title: 'The Salt Road',
      authors: ['Ada Moor'],
      asin: 'B00SALT001',
      url: `${link}7`,
    },
    { ...rest, id: '8', addedAt: null, title: 'Tides', authors: [], asin: null, url: `${link}8` },
  ])
})

it('Half characters and texts of any length end in no error', async () => {
  const { library, fake } = await connected(
    [{ ratingKey: '7', title: `\ud800${'x'.repeat(30_000)}`, parentTitle: '\udc00 Moor', guid: '\ud800' }],
    'machine-\ud800',
  )
  expect(await walked(library)).toMatchObject([
    {
      title: `\ufffd${'x'.repeat(999)}`,
      authors: ['\ufffd Moor'],
      asin: null,
      url: `${fake.url}/web/index.html#!/server/machine-%EF%BF%BD/details?key=%2Flibrary%2Fmetadata%2F7`,
    },
  ])
})

it('Albums are read page by page, newest first', async () => {
  const { library, fake } = await connected(many(450))
  expect((await walked(library)).map(({ id }) => id)).toEqual(many(450).map(({ ratingKey }) => ratingKey))
  expect(fake.received.filter(({ path }) => path.endsWith('/all'))).toHaveLength(3)
  const newest = await library.newest(neverAborted())
  expect([newest.length, newest[0]?.id]).toEqual([50, '449'])
})

it('A library without albums is empty', async () => {
  const { library } = await connected()
  expect(await walked(library)).toEqual([])
})

it.each([
  [{ kind: 'status', status: 500 }, 'connection_failed'],
  [{ kind: 'html' }, 'connection_not_the_api'],
  [{ kind: 'reset' }, 'connection_unreachable'],
] as const)('A walk fails with a code after %j', async (mode, code) => {
  const { library, fake } = await connected(many(450))
  fake.beforePage(() => fake.misbehave(mode))
  await expect(walked(library)).rejects.toMatchObject({ code })
})

it('A scan finds new albums, and does not start if the token may not or it is switched off', async () => {
  const { library, fake, stored } = await connected()
  fake.put({ ratingKey: '1', title: 'New' })
  stored.set({ scan: false })
  expect(await library.scan()).toBe(false)
  stored.set({ scan: true })
  expect(await library.scan()).toBe(true)
  expect((await library.newest(neverAborted())).map(({ id }) => id)).toEqual(['1'])
  fake.demote()
  expect(await library.scan()).toBe(false)
})

it('A test reports version and libraries, or what is wrong', async () => {
  const { driver, stored, fake } = await connected()
  expect(await driver.test(stored.values(), keep)).toMatchObject({
    code: 'ok',
    text: 'Plex 1.43.0 answers. Libraries: Audiobooks. Plex does not say whether the key may start a scan.',
    version: '1.43.0',
  })
  stored.set({ libraries: 'Movies' })
  expect(await driver.test(stored.values(), keep)).toMatchObject({ code: 'no_library' })
  stored.set({ libraries: '', api_key: 'another' })
  expect(await driver.test(stored.values(), keep)).toMatchObject({ code: 'wrong_key' })
  stored.set({ base_url: `${fake.url}/elsewhere` })
  expect(await driver.test(stored.values(), keep)).toMatchObject({ code: 'wrong_key' })
})

it.each([
  ['B00SALT001', 'B00SALT001'],
  ['The Salt Road [b00salt001]', 'B00SALT001'],
  ['The Salt Road (ASIN-B00SALT001)', 'B00SALT001'],
  ['The Salt Road B00SALT0012', null],
  ['B00Remembered', null],
])('the title “%s” of an album contains the ASIN %s', (title, asin) => {
  expect(asinIn(title)).toBe(asin)
})

it('an album that is titled by its ASIN has that', async () => {
  const { library } = await connected([
    { ratingKey: '7', title: 'B00SALT001', parentTitle: 'Ada Moor' },
    { ratingKey: '8', title: 'B00OTHER01', guid: 'com.plexapp.agents.audnexus://B00SALT001_us?lang=en' },
  ])
  expect((await walked(library)).map(({ asin }) => asin)).toEqual(['B00SALT001', 'B00SALT001'])
})
