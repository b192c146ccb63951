// The first-visit part of `npm run bench`: what a phone with a slow processor on a slow network shows, and
// when.
import { createServer } from 'node:http'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { launchChromium } from '#tests/support/chromium'
import { DEVICES } from '#tests/e2e/support/environments'
import { newcomer, sessionCookie } from '#tests/e2e/support/people'
import { startDemo } from './lib/demo'
import type { Figure } from './lib/figures'
import { median } from './lib/measure'

const VISITS = 5
/** How much slower the phone's processor is than this machine's. */
const SLOWER = 4
/** 1.6 Mbit/s with 150 ms latency: Lighthouse's slow phone network. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 }
const PLAIN = '<!doctype html><title>Plain</title><h1>Plain</h1>'

interface Visit {
  /** Milliseconds until anything is shown. */
  paint: number
  /** Milliseconds until the main content is shown. */
  content: number
  requests: number
}

/** Opens the demo repeatedly, each time as a first visit: empty browser cache, signed in. */
export async function measureFirstPage(): Promise<Figure[]> {
  const [demo, plain, browser] = await Promise.all([
    startDemo({ indexers: false }),
    startPlain(),
    launchChromium(),
  ])
  try {
    const cookie = await sessionCookie(demo.url, await newcomer(demo.url, 'reader'))
    const signedIn = (context: BrowserContext) => context.addCookies([cookie])
    const shownRow = (page: Page) => page.getByRole('region').getByRole('listitem').first()
    const shownResult = (page: Page) => page.getByRole('link', { name: 'The Salt Lantern' }).first()
    const shownTitle = (page: Page) => page.getByRole('heading')
    const raw = await visits(browser, { url: plain.url, shown: shownTitle })
    const discover = await visits(browser, { url: demo.url, shown: shownRow, prepare: signedIn })
    const search = await visits(browser, {
      url: `${demo.url}search?q=lantern`,
      shown: shownResult,
      prepare: signedIn,
    })
    return figuresOf({ raw, discover, search })
  } finally {
    await Promise.all([browser.close(), demo.stop(), plain.close()])
  }
}

function figuresOf({ raw, discover, search }: Record<'raw' | 'discover' | 'search', Visit[]>): Figure[] {
  const of = (all: Visit[], key: keyof Visit) => median(all.map((visit) => visit[key]))
  const phone = `(CPU slowed down ${SLOWER} times, 1.6 Mbit/s)`
  const plain = { what: 'a page with one heading', value: of(raw, 'paint') }
  return [
    {
      ...{
        name: `First visit ${phone}: first paint, median`,
        value: of(discover, 'paint'),
        unit: 'ms',
        plain,
      },
      aim: { below: 1500 },
    },
    { name: 'The same, first row of Discover visible', value: of(discover, 'content'), unit: 'ms', plain },
    {
      ...{ name: 'The same, opening a search: results visible', value: of(search, 'content'), unit: 'ms' },
      ...{ plain, aim: { below: 2500 } },
    },
    {
      ...{
        name: 'The same, calls until the first row is visible, not counting covers',
        value: of(discover, 'requests'),
      },
      ...{ unit: 'calls', aim: { below: 20 } },
    },
  ]
}

interface Visited {
  url: string
  /** Finds the main content. */
  shown: (page: Page) => ReturnType<Page['getByRole']>
  prepare?: (context: BrowserContext) => Promise<void>
}

async function visits(browser: Browser, { url, shown, prepare }: Visited): Promise<Visit[]> {
  const measured: Visit[] = []
  for (let at = 0; at < VISITS; at++) {
    const context = await browser.newContext({
      ...DEVICES.phone,
      deviceScaleFactor: 2,
      serviceWorkers: 'block',
    })
    try {
      await prepare?.(context)
      measured.push(await visit(await context.newPage(), url, shown))
    } finally {
      await context.close()
    }
  }
  return measured
}

async function visit(page: Page, url: string, shown: Visited['shown']): Promise<Visit> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', NETWORK)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  let requests = 0
  page.on('request', (request) => {
    if (request.resourceType() !== 'image') requests += 1
  })
  const start = performance.now()
  await page.goto(url, { waitUntil: 'commit' })
  await shown(page).waitFor()
  const content = performance.now() - start
  const before = requests
  const paint = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint').at(0)?.startTime ?? NaN,
  )
  return { paint, content, requests: before }
}

async function startPlain() {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(PLAIN)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The page has no port')
  return {
    url: `http://127.0.0.1:${address.port}/`,
    close: () => new Promise((closed) => server.close(closed)),
  }
}
