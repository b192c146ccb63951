import type { Page } from 'playwright-core'
import { describe, it } from 'vitest'
import { seriesAsin } from '#fakes/catalogue/series'
import { asinOf } from '#scripts/lib/demo-data'
import { useOwnDemo } from './support/demo'
import { row } from './support/discover-page'
import { fitsNarrowScreen, looksRightInBothSchemes } from './support/looks'
import { heading } from './support/pages'
import { ADMINISTRATOR, newcomer } from './support/people'
import { requested } from './support/requests-page'
import { request, result, searchField, suggestions } from './support/search-page'
import { appears } from './support/seeing'
import { useSharedDemos } from './support/shared-demos'
import { BOTH } from './support/environments'
import { visit, type Visitor } from './support/visitor'

const waiting = await useSharedDemos('waiting')
const working = await useSharedDemos('working')

const LONG_TITLE =
  'The Exceedingly Long and Almost Entirely Truthful Account of the Voyage of the Good Ship Perseverance, ' +
  'Her Captain, Her Cook, Her Two Cats and the Several Islands They Failed to Discover'

interface Scene {
  path: string
  /** What is visible once the page is there, and not on the one before it. */
  until: (page: Page) => Promise<void>
}

/** A page that is checked in a state that people bring it into. */
interface ChangedScene extends Scene {
  change: (page: Page) => Promise<void>
}

const FOR_NEWCOMERS: Scene[] = [
  { path: '', until: (page) => appears(row(page, 'Bestsellers').getByRole('link').first()) },
  { path: 'search', until: (page) => appears(page.getByText('No requests yet')) },
  { path: 'inbox', until: (page) => appears(page.getByText('No new books yet')) },
  { path: 'requests', until: (page) => appears(page.getByText('No requests yet')) },
  { path: 'calendar', until: (page) => appears(page.getByText('Nothing coming up')) },
  { path: 'follows', until: (page) => appears(page.getByText('You are not following anything yet')) },
]

const FOR_ADMINISTRATORS: Scene[] = [
  { path: '', until: (page) => appears(row(page, 'Popular here').getByRole('link').first()) },
  { path: 'search', until: (page) => appears(page.getByRole('heading', { name: 'Recent requests' })) },
  {
    path: `search?q=${encodeURIComponent(LONG_TITLE)}`,
    until: (page) => appears(result(page, LONG_TITLE).card),
  },
  { path: 'search?q=the&unabridged=1', until: (page) => appears(page.getByText('Clear filters')) },
  {
    path: 'search?q=zzzz',
    until: (page) => appears(page.getByRole('heading', { name: 'Nothing found for “zzzz”' })),
  },
  { path: 'search?q=lantern', until: (page) => appears(result(page, 'The Salt Lantern').card) },
  { path: 'requests', until: (page) => appears(requested(page, LONG_TITLE)) },
  { path: 'lists', until: (page) => appears(page.getByLabel('Paste your list')) },
  {
    path: 'settings/notifications/deliveries',
    until: (page) => appears(page.getByText('New request').first()),
  },
  {
    path: 'settings/download-clients',
    until: (page) => appears(page.getByRole('button', { name: 'qBittorrent' })),
  },
  {
    path: 'settings/notifications',
    until: (page) => appears(page.getByRole('heading', { name: 'Webhook sink' })),
  },
  {
    path: 'settings/library',
    until: (page) => appears(page.getByRole('button', { name: 'Audiobookshelf' })),
  },
  {
    path: 'settings/storage',
    until: (page) => appears(page.getByRole('group', { name: 'Searches and releases' })),
  },
  { path: 'setup?step=region', until: (page) => appears(page.getByLabel('Catalogue region')) },
  { path: 'setup?step=library', until: (page) => appears(page.getByRole('button', { name: 'Plex' })) },
  { path: 'setup?step=people', until: (page) => appears(page.getByRole('button', { name: 'Create link' })) },
  { path: 'no/such/page', until: (page) => appears(heading(page, 'Page not found')) },
]

const CHANGED_BY_ADMINISTRATORS: ChangedScene[] = [
  {
    path: 'search',
    async change(page) {
      await searchField(page).fill('lantern')
      await appears(suggestions(page).first())
      await searchField(page).press('ArrowDown')
    },
    until: (page) => appears(suggestions(page).first()),
  },
  {
    path: 'search',
    change: (page) => page.getByRole('button', { name: /^Account/ }).click(),
    until: (page) => appears(page.getByRole('menuitem', { name: 'Sign out' })),
  },
  {
    path: 'requests?q=Perseverance',
    async change(page) {
      await requested(page, LONG_TITLE)
        .getByRole('button', { name: /^More actions/ })
        .click()
      await page.getByRole('menuitem', { name: 'Withdraw' }).click()
    },
    until: (page) => appears(page.getByRole('menuitem', { name: 'Withdraw this request?' })),
  },
  {
    path: 'lists',
    async change(page) {
      await page
        .getByLabel('Paste your list')
        .fill('Bottled Wether - Pell Ambrose\nA Book That Nobody Wrote\nSavage Awakenin')
      await page.getByRole('button', { name: 'Find audiobooks' }).click()
      await appears(page.getByText('Please check').first())
      await appears(page.getByRole('link', { name: 'Request it by hand' }))
      await page.getByText('Not this one?').last().click()
    },
    until: (page) => appears(page.getByRole('button', { name: 'Use this: Savage Awakening 2' })),
  },
  {
    path: 'settings/notifications',
    async change(page) {
      await page.getByRole('button', { name: 'Add notification' }).click()
      await page.getByRole('dialog').getByRole('radio', { name: 'Other' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Add header' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    },
    until: (page) => appears(page.getByText('Required').first()),
  },
  {
    path: 'settings/discover',
    change: (page) => page.getByRole('button', { name: 'Move Popular here up' }).click(),
    until: (page) => appears(page.getByRole('combobox', { name: 'Row' })),
  },
  {
    path: 'settings/requests',
    async change(page) {
      await page.getByRole('combobox', { name: 'Trusted members', exact: true }).selectOption('limited')
    },
    until: (page) => appears(page.getByRole('textbox', { name: 'Days' })),
  },
]

const book = (title: string) => `book/${asinOf(title)}`

/** What is visible once the server searches for requests. */
const WITH_INDEXERS: Scene[] = [
  {
    path: book('Threadspace'),
    until: (page) => appears(page.getByRole('listitem').filter({ hasText: 'Marked as failed by admin' })),
  },
  {
    path: book('Hollow Pines'),
    until: (page) => appears(page.getByRole('button', { name: /^Approve .+ request$/ })),
  },
  {
    path: book('The Salt Lantern'),
    until: (page) => appears(page.getByRole('link', { name: 'Show all 9' })),
  },
  {
    path: `series/${seriesAsin('The Lantern Roads')}`,
    async until(page) {
      await appears(heading(page, 'The Lantern Roads'))
      await appears(result(page, 'The Keeper of Wicks').card.getByText('Missing').filter({ visible: true }))
    },
  },
  {
    path: 'author/Maren%20Oakhollow?sort=title',
    until: (page) => appears(result(page, 'Winterglass').card),
  },
  {
    path: 'narrator/Nobody%20at%20All',
    until: (page) => appears(page.getByRole('heading', { name: 'No books found' })),
  },
  { path: book('Perihelion'), until: (page) => appears(page.getByText('No one yet.')) },
  { path: 'requests/new?title=The%20Harbour', until: (page) => appears(heading(page, 'Request by hand')) },
  {
    path: 'setup?step=indexer',
    until: (page) => appears(page.getByRole('button', { name: 'Test Prowlarr' })),
  },
  {
    path: 'settings/indexers',
    until: (page) => appears(page.getByRole('checkbox', { name: 'MyAnonamouse' })),
  },
  {
    path: 'settings/download',
    until: (page) => appears(page.getByRole('region', { name: 'Preview' }).getByRole('article').first()),
  },
]

const CHANGED_WITH_INDEXERS: ChangedScene[] = [
  {
    path: `${book('The Salt Lantern')}/releases`,
    async change(page) {
      await appears(page.getByText('Best', { exact: true }))
      await page.getByText(/\d+ rejected$/).click()
    },
    until: (page) => page.getByText('Behind the best one because of its format').first().click(),
  },
  {
    path: 'requests',
    change: (page) => page.getByRole('checkbox', { name: 'Select Threadspace' }).click(),
    until: (page) => appears(page.getByText('One selected')),
  },
]

describe.each(BOTH)('every page at $base on a $device', ({ base, device }) => {
  const { url } = waiting[base]
  const { url: workingUrl } = working[base]

  async function look(page: Page, scene: Scene): Promise<void> {
    await scene.until(page)
    await looksRightInBothSchemes(page, scene.path)
    await fitsNarrowScreen(page, scene.path)
  }

  /** Goes from page to page within the app on one device, and loads each page on the other. */
  async function lookAtAll({ page, goTo, load }: Visitor, scenes: readonly Scene[]): Promise<void> {
    for (const scene of scenes) {
      await (device === 'desktop' ? goTo : load)(scene.path)
      await look(page, scene)
    }
  }

  /** Loads every page, because a changed one asks before it is left. */
  async function lookAtChanged({ page, load }: Visitor, scenes: readonly ChangedScene[]): Promise<void> {
    for (const scene of scenes) {
      await load(scene.path)
      await scene.change(page)
      await look(page, scene)
    }
  }

  it('can be read and used by everyone, and fits the screen', async () => {
    const visitor = await visit({ url, device, as: ADMINISTRATOR })
    const { page, goTo } = visitor
    await goTo(`search?q=${encodeURIComponent(LONG_TITLE)}`)
    await appears(result(page, LONG_TITLE).card)
    if ((await result(page, LONG_TITLE).requestButton.count()) > 0) await request(page, LONG_TITLE)
    await lookAtAll(visitor, FOR_ADMINISTRATORS)
    await lookAtChanged(visitor, CHANGED_BY_ADMINISTRATORS)
  })

  it('can be read and used while releases are searched and grabbed', async () => {
    const visitor = await visit({ url: workingUrl, device, as: ADMINISTRATOR, refusals: [404] })
    await lookAtAll(visitor, WITH_INDEXERS)
    await lookAtChanged(visitor, CHANGED_WITH_INDEXERS)
  })

  it('can be read and used while there is nothing yet', async () => {
    await lookAtAll(await visit({ url, device, as: await newcomer(url, 'empty') }), FOR_NEWCOMERS)
  })

  it('can be read and used before signing in', async () => {
    const { page, goTo } = await visit({ url, device, refusals: [401] })
    await goTo('login')
    await look(page, {
      path: 'login',
      async until() {
        await page.getByLabel('Username').fill('nobody')
        await page.getByLabel('Password').fill('whatever')
        await page.getByRole('button', { name: 'Sign in' }).click()
        await appears(page.getByRole('alert'))
      },
    })
  })
})

describe.each(BOTH)('the set-up at $base on a $device', ({ base, device }) => {
  const demo = useOwnDemo({ baseUrl: base, filled: false })

  it('can be read and used by everyone, and fits the screen', async () => {
    const { page, goTo } = await visit({ url: demo().url, device })
    await goTo()
    await page.getByRole('radio', { name: 'No sign-in' }).click()
    await page.getByLabel('Password', { exact: true }).fill('a fairly long password')
    await page.getByRole('button', { name: 'Set up Earmark' }).click()
    await appears(page.getByText('Required').first())
    await looksRightInBothSchemes(page, 'the set-up')
    await fitsNarrowScreen(page, 'the set-up')
  })
})
