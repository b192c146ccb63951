import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { UNTIL_TRUE_MS } from '#tests/support/limits'
import { fromOwnNetwork } from './addresses'
import { browser } from './browser'
import { unclaimedErrorToasts, watchErrorToasts } from './error-toasts'
import { sessionCookie } from './people'
import { photograph } from './photographs'
import { DEVICES, type Device } from './surroundings'

export interface VisitOptions {
  /** The server's address with its base path and a slash at its end. */
  url: string
  device: Device
  /** Who is signed in already. */
  as?: { username: string; password: string }
  /** Statuses that this visit leads to on purpose; any other failed call fails the test. */
  refusals?: readonly number[]
  /** Calls to the server may break off, as the visit makes them. */
  offline?: boolean
  context?: BrowserContextOptions
}

/** Someone in front of a browser of their own. */
export interface Visitor {
  context: BrowserContext
  page: Page
  /** Opens a page below the base path in the first tab. */
  goTo: (path?: string, page?: Page) => Promise<void>
  /** Path and query below the base path of the page that is shown. */
  where: (page?: Page) => string
}

/**
 * A fresh browser profile. When the test ends it is closed, and the test fails if any request left the
 * server's own base path, anything was complained about in the console (errors, broken rules of the content
 * security policy, failed calls), or a message about a failure was shown that `expectErrorToast` did not ask for.
 */
export async function visit({
  url,
  device,
  as,
  refusals = [],
  offline = false,
  context: more,
}: VisitOptions) {
  const context = await (
    await browser()
  ).newContext({
    ...DEVICES[device],
    colorScheme: 'light',
    // What moves is drawn again for every frame, and waited for before it can be clicked.
    reducedMotion: 'reduce',
    extraHTTPHeaders: fromOwnNetwork(),
    // Its own test tells what it does; elsewhere requests would come from two places.
    serviceWorkers: 'block',
    ...more,
  })
  context.setDefaultTimeout(UNTIL_TRUE_MS)
  const { origin } = new URL(url)
  const complaints: string[] = []
  const isExpected = (text: string) =>
    text === 'Service Worker registration blocked by Playwright' ||
    (/^Failed to load resource: net::/.test(text) && offline) ||
    refusals.some((status) =>
      text.startsWith(`Failed to load resource: the server responded with a status of ${status} `),
    )

  context.on('request', (request) => {
    const address = request.url()
    if (!`${address}/`.startsWith(url) && !address.startsWith('data:'))
      complaints.push(`asked for ${address}`)
  })
  context.on('console', (message) => {
    const isComplaint = message.type() === 'error' || message.type() === 'warning'
    if (isComplaint && !isExpected(message.text())) {
      complaints.push(`console ${message.type()}: ${message.text()} (${message.location().url})`)
    }
  })
  context.on('weberror', (error) => complaints.push(`uncaught: ${String(error.error().stack)}`))
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') await photograph(context, task.fullTestName)
    const errorToasts = await unclaimedErrorToasts(context)
    await context.close()
    expect(complaints).toEqual([])
    expect(errorToasts, 'messages about failures that the test did not ask for').toEqual([])
  })

  // A broken rule of the policy is not always in the console: not where the page catches the error.
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      throw new Error(`broke ${violatedDirective} with ${blockedURI}`)
    })
  })
  await watchErrorToasts(context)
  if (as !== undefined) await context.addCookies([await sessionCookie(url, as)])
  const first = await context.newPage()
  const visitor: Visitor = {
    context,
    page: first,
    async goTo(path = '', page = first) {
      await page.goto(`${url}${path}`)
    },
    where: (page = first) => {
      const address = page.url()
      return address.startsWith(url) ? address.slice(url.length - 1) : address.replace(origin, '')
    },
  }
  return visitor
}
