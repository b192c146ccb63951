import type { Page } from 'playwright-core'
import { describe, it } from 'vitest'
import { heading, openSection } from './support/pages'
import { newcomer } from './support/people'
import { requested, withdraw } from './support/requests-page'
import { request, result, searchFor } from './support/search-page'
import { appears, disappears } from './support/seeing'
import { useSharedDemos } from './support/shared-demos'
import { BOTH } from './support/environments'
import { visit, type Visitor } from './support/visitor'

const waiting = await useSharedDemos('waiting')

const TABS = 8
const live = (page: Page) => page.getByRole('button', { name: 'Live: changes appear automatically' })

describe.each(BOTH)('open pages at $base on a $device', ({ base, device }) => {
  const { url } = waiting[base]

  it('show what happens in another one, without a reload', async () => {
    const { context, page, goTo } = await visit({ url, device, as: await newcomer(url, 'twofold') })
    await goTo('requests')
    await appears(live(page))
    const other = await context.newPage()
    await goTo('search?q=bramble', other)
    await request(other, 'Bramble King')
    await appears(requested(page, 'Bramble King'))
    await withdraw(page, 'Bramble King')
    await appears(result(other, 'Bramble King').requestButton)
  })

  it('load and work, even eight at once', async () => {
    const visitor = await visit({ url, device, as: await newcomer(url, 'eightfold') })
    await visitor.context.addInitScript(followSwitches)
    const tabs = [visitor.page]
    await visitor.goTo('search')
    await appears(live(visitor.page))
    while (tabs.length < TABS) {
      await switchTo(tabs, null)
      tabs.push(await openTab(visitor))
    }
    const [first, last] = [tabs[0], tabs.at(-1)]
    if (first === undefined || last === undefined) throw new Error('There are eight tabs')
    await searchFor(last, 'coral')
    await request(last, 'Coral and Iron')
    for (const tab of [first, ...tabs.slice(1, -1)]) {
      await switchTo(tabs, tab)
      await appears(live(tab))
      await openSection(tab, 'Requests')
      await appears(requested(tab, 'Coral and Iron'))
    }
    await switchTo(tabs, first)
    await withdraw(first, 'Coral and Iron')
    await switchTo(tabs, last)
    await appears(result(last, 'Coral and Iron').requestButton)
  })

  it('load and work in eight windows, all visible', async () => {
    const visitor = await visit({ url, device, as: await newcomer(url, 'windows') })
    const windows = [visitor.page]
    await visitor.goTo('search')
    await appears(live(visitor.page))
    while (windows.length < TABS) windows.push(await openTab(visitor))
    const [first, last] = [visitor.page, windows.at(-1) ?? visitor.page]
    for (const page of windows.slice(0, -1)) await openSection(page, 'Requests')
    await searchFor(last, 'coral')
    await request(last, 'Coral and Iron')
    for (const page of windows.slice(0, -1)) await appears(requested(page, 'Coral and Iron'))
    // The tab that has the stream is closed, and another takes over.
    await first.close()
    const [, second, third] = windows
    if (second === undefined || third === undefined) throw new Error('There are eight windows')
    await withdraw(second, 'Coral and Iron')
    await disappears(requested(third, 'Coral and Iron'))
    await appears(result(last, 'Coral and Iron').requestButton)
    await appears(live(last))
  })

  it('say when the server is out of reach, and catch up when it is back', async () => {
    const login = await newcomer(url, 'offline')
    const { context, page, goTo } = await visit({ url, device, as: login, offline: true })
    await goTo('requests')
    await appears(live(page))
    const elsewhere = await visit({ url, device, as: login })
    await elsewhere.goTo('search?q=ember+song')
    await context.setOffline(true)
    await disappears(live(page))
    await request(elsewhere.page, 'Ember Song')
    await context.setOffline(false)
    await appears(requested(page, 'Ember Song'))
    await appears(live(page))
  })
})

async function openTab({ context, goTo }: Visitor): Promise<Page> {
  const tab = await context.newPage()
  await goTo('search', tab)
  await appears(heading(tab, 'What would you like to hear?'))
  await appears(live(tab))
  return tab
}

/** A headless browser reports every tab as visible; this tells a tab that it is hidden. */
function followSwitches(): void {
  let state: DocumentVisibilityState = 'visible'
  Object.defineProperty(document, 'visibilityState', { get: () => state })
  document.addEventListener('switch-tab', (event) => {
    const wanted = event instanceof CustomEvent && event.detail === true ? 'visible' : 'hidden'
    if (wanted === state) return
    state = wanted
    document.dispatchEvent(new Event('visibilitychange'))
  })
}

/** Brings one tab to the front and hides the others. */
async function switchTo(tabs: readonly Page[], shown: Page | null): Promise<void> {
  const tell = (tab: Page, visible: boolean) =>
    tab.evaluate((detail) => void document.dispatchEvent(new CustomEvent('switch-tab', { detail })), visible)
  for (const tab of tabs) if (tab !== shown) await tell(tab, false)
  if (shown !== null) await tell(shown, true)
}
