import { createECDH } from 'node:crypto'
import type { Page } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startFrontDoor } from './support/front-door'
import { heading, signOut } from './support/pages'
import { callAs, newcomer } from './support/people'
import { appears, disappears } from './support/seeing'
import { useOwnDemo } from './support/demo'
import { useSharedDemos } from './support/shared-demos'
import { BOTH } from './support/environments'
import { visit } from './support/visitor'

const waiting = await useSharedDemos('waiting')
const WITH_WORKER = { serviceWorkers: 'allow' } as const
const unreachable = (page: Page) => page.getByRole('heading', { name: 'No connection to the server' })

describe.each(BOTH)('the service worker at $base on a $device', ({ base, device }) => {
  async function arrive(name: string) {
    const door = await startFrontDoor(waiting[base].url)
    onTestFinished(door.stop)
    const as = await newcomer(door.url, name)
    const visitor = await visit({ url: door.url, device, as, offline: true, context: WITH_WORKER })
    await visitor.goTo()
    await appears(heading(visitor.page, 'Discover'))
    await inCharge(visitor.page)
    return { door, as, ...visitor }
  }

  it('opens the app without the server, says so and recovers by itself', async () => {
    const { door, page, load } = await arrive('tunnel')
    door.closed = true
    await load('requests')
    await appears(unreachable(page))
    door.closed = false
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await appears(heading(page, 'Requests'))
  })

  it('leaves the server’s paths to the server, and caches none of its answers', async () => {
    const { door, page, load, context } = await arrive('keeper')
    await load('search?q=lantern')
    await appears(page.getByRole('link', { name: 'The Salt Lantern' }).first())
    const kept = await page.evaluate(keptAddresses)
    expect(kept.length).toBeGreaterThan(3)
    expect(kept.filter((path) => !/\/(?:assets\/[^/]+|early\.js)$/.test(path))).toEqual([])
    door.closed = true
    const other = await context.newPage()
    await expect(other.goto(`${door.url}api/health`)).rejects.toThrow('net::')
  })

  it('shows nothing of the previous person, signed out and without the server', async () => {
    const { door, page, load } = await arrive('leaver')
    // Waits until all covers have loaded, so that none is requested without a session.
    await load('requests')
    await appears(heading(page, 'Requests'))
    await signOut(page)
    door.closed = true
    await load('requests')
    await appears(unreachable(page))
    expect(await page.content()).not.toContain('leaver')
    door.closed = false
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await appears(heading(page, 'Sign in'))
  })

  it('offers a newer version, and removes the files of the former one', async () => {
    const { door, page } = await arrive('updated')
    door.otherBuild = otherEntry
    // The page checks for one whenever it reconnects to the server.
    door.closed = true
    await page.evaluate(() => window.dispatchEvent(new Event('offline')))
    door.closed = false
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await appears(page.getByText('A new version is ready'))
    expect(await page.evaluate(() => caches.keys())).toEqual([expect.not.stringContaining('assets/index-')])
    await page.getByRole('button', { name: 'Reload' }).click()
    await appears(heading(page, 'Discover'))
    await disappears(page.getByText('A new version is ready'))
  })

  it('shows a message of the server, with the address of its book', async () => {
    const { page, context } = await arrive('pushed')
    const [worker] = context.serviceWorkers()
    await worker?.evaluate(keepMessages)
    await push(page, JSON.stringify({ title: 'Available', text: 'It is there.', book: 'B0FAKE0001' }))
    const address = `${new URL(page.url()).origin}${base}book/B0FAKE0001`
    await expect.poll(() => worker?.evaluate('shown')).toEqual([['Available', 'It is there.', address]])
  })

  it('tells the server a browser’s new push address', async () => {
    const { door, as, context } = await arrive('moved')
    const targets = 'api/settings/account/notifications'
    const keys = {
      p256dh: createECDH('prime256v1').generateKeys('base64url'),
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    }
    const url = 'https://push.example.org/former'
    const body = { kind: 'web_push', name: 'Phone', url, headers: keys, events: ['onAvailable'] }
    await callAs(door.url, as, 'POST', targets, body)
    const [worker] = context.serviceWorkers()
    await worker?.evaluate(changeSubscription, { from: url, to: 'https://moved.example.org/other', keys })
    const shown = await (await callAs(door.url, as, 'GET', targets)).json()
    expect(shown).toMatchObject([{ name: 'Phone', url: 'https://moved.example.org/other' }])
  })

  it('says that there is no connection for a page that is not cached', async () => {
    const { door, page } = await arrive('unkept')
    door.closed = true
    await openUnkept(page)
    await appears(unreachable(page))
    door.closed = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await appears(heading(page, 'Discover'))
  })
})

describe('where the browser itself asks for the password', () => {
  const demo = useOwnDemo({ filled: false })

  it('leaves pages to the server', async () => {
    const { url } = demo()
    const root = { username: 'root', password: 'a password for root 1' }
    const answer = await fetch(`${url}api/init`, {
      method: 'POST',
      body: JSON.stringify({ login_type: 'basic', ...root, confirm_password: root.password }),
    })
    expect(answer.ok).toBe(true)
    const { page, goTo } = await visit({
      url,
      device: 'desktop',
      context: { ...WITH_WORKER, httpCredentials: root },
    })
    await goTo()
    await inCharge(page)
    const again = await page.reload()
    expect(again?.fromServiceWorker()).toBe(false)
    expect(again?.status()).toBe(200)
  })
})

/** Waits until the worker has taken over the page. */
async function inCharge(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated')
}

async function openUnkept(page: Page): Promise<void> {
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Requests' })
  await link.click()
}

async function keptAddresses(): Promise<string[]> {
  const names = await caches.keys()
  const lists = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
  return lists.flat().map(({ url }) => new URL(url).pathname)
}

/** Delivers a message as a browser's push service would, which test browsers lack. */
async function push(page: Page, data: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const { origin } = new URL(page.url())
  const registered = new Promise<string>((found) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin))
      if (own) found(own.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await registered, data })
}

/** Runs in the worker, because a headless browser shows no messages: records what it would show. */
const keepMessages = `
  globalThis.shown = []
  registration.showNotification = async (title, { body, data }) => void shown.push([title, body, data])
`

/** Runs in the worker: the event of a browser whose push address changes. */
async function changeSubscription({ from, to, keys }: { from: string; to: string; keys: object }) {
  let done: Promise<unknown> = Promise.resolve()
  const event = Object.assign(new Event('pushsubscriptionchange'), {
    oldSubscription: { endpoint: from },
    newSubscription: { toJSON: () => ({ endpoint: to, keys }) },
    waitUntil: (work: Promise<unknown>) => void (done = work),
  })
  globalThis.dispatchEvent(event)
  await done
}

/** Another script names the build. */
function otherEntry(worker: string): string {
  return worker.replace(/("files":\[)("[^"]+"),("[^"]+"),("[^"]+")/, '$1$4,$2,$3')
}
