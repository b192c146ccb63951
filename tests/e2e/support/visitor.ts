import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { expect, onTestFinished, type TestContext } from 'vitest'
import type { Router } from 'vue-router'
import { UNTIL_TRUE_MS } from '#tests/support/limits'
import { fromOwnNetwork } from './addresses'
import { browser } from './browser'
import { unclaimedErrorToasts, watchToasts } from './shown-toasts'
import { sessionCookie } from './people'
import { photograph } from './photographs'
import { DEVICES, type Device } from './environments'

interface VisitOptions {
  /** The server's address with its base path and a trailing slash. */
  url: string
  device: Device
  /** The user who is already signed in. */
  as?: { username: string; password: string }
  /** Error statuses that this visit causes on purpose; any other failed call fails the test. */
  refusals?: readonly number[]
  /** Whether calls to the server may break off, because the visit interrupts them. */
  offline?: boolean
  context?: BrowserContextOptions
  /** The test, if other tests of its file run at the same time. */
  test?: Pick<TestContext, 'onTestFinished'>
}

/** The element in which Vue mounts the app. */
type AppRoot = HTMLElement & { __vue_app__?: { config: { globalProperties: { $router: Router } } } }

/** A person with a separate browser profile. */
export interface Visitor {
  context: BrowserContext
  page: Page
  /**
   * Opens a page below the base path, in the first tab unless another is given: within the app if it is open there, as
   * its links do, which takes a fraction of the time of loading it.
   */
  goTo: (path?: string, page?: Page) => Promise<void>
  /** Loads a page below the base path in the first tab. */
  load: (path?: string) => Promise<void>
  /** Path and query of the current page, below the base path. */
  where: (page?: Page) => string
}

/**
 * A fresh browser profile. It is closed when the test ends, and the test fails if a request left the
 * server's base path, if the console showed an error (exceptions, violations of the content
 * security policy, failed calls), or if an error message appeared that `expectErrorToast` did not expect.
 */
export async function visit(options: VisitOptions) {
  const { url, device, as, context: more } = options
  const context = await (
    await browser()
  ).newContext({
    ...DEVICES[device],
    // Motion is redrawn for every frame, and must stop before an element can be clicked.
    reducedMotion: 'reduce',
    extraHTTPHeaders: fromOwnNetwork(),
    // The service worker has its own test; elsewhere it would make requests come from two places.
    serviceWorkers: 'block',
    ...more,
  })
  context.setDefaultTimeout(UNTIL_TRUE_MS)
  await watch(context, options)
  if (as !== undefined) await context.addCookies([await sessionCookie(url, as)])
  const first = await context.newPage()
  const where = (page = first) => {
    const address = page.url()
    return address.startsWith(url) ? address.slice(url.length - 1) : address.replace(new URL(url).origin, '')
  }
  const visitor: Visitor = {
    context,
    page: first,
    async goTo(path = '', page = first) {
      const isOpen = page.url().startsWith(url) && where(page) !== `/${path}`
      if (!isOpen || !(await goWithinApp(page, `/${path}`))) await page.goto(`${url}${path}`)
    },
    async load(path = '') {
      await first.goto(`${url}${path}`)
    },
    where,
  }
  return visitor
}

/** Fails the test at its end if something went wrong meanwhile, and closes the profile. */
async function watch(context: BrowserContext, options: VisitOptions) {
  const { url, test = { onTestFinished } } = options
  const complaints: string[] = []
  context.on('request', (request) => {
    const address = request.url()
    if (!`${address}/`.startsWith(url) && !address.startsWith('data:')) complaints.push(`called ${address}`)
  })
  context.on('console', (message) => {
    const isComplaint = message.type() === 'error' || message.type() === 'warning'
    if (isComplaint && !isExpected(message.text(), options)) {
      complaints.push(`console ${message.type()}: ${message.text()} (${message.location().url})`)
    }
  })
  context.on('weberror', (error) => complaints.push(`uncaught: ${String(error.error().stack)}`))
  test.onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') await photograph(context, task.fullTestName)
    const errorToasts = await unclaimedErrorToasts(context)
    await context.close()
    expect(complaints).toEqual([])
    expect(errorToasts, 'messages about failures that the test did not ask for').toEqual([])
  })

  // The console misses a violation of the policy if the page catches the error.
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      throw new Error(`broke ${violatedDirective} with ${blockedURI}`)
    })
  })
  await watchToasts(context)
}

/** Whether a visit causes a message of the console on purpose. */
function isExpected(text: string, { refusals = [], offline = false }: VisitOptions): boolean {
  return (
    text === 'Service Worker registration blocked by Playwright' ||
    (/^Failed to load resource: net::/.test(text) && offline) ||
    refusals.some((status) =>
      text.startsWith(`Failed to load resource: the server responded with a status of ${status} `),
    )
  )
}

/**
 * @returns false if the page is not the app, such as the documentation of the API.
 * @throws if the app stays on its page.
 */
function goWithinApp(page: Page, path: string): Promise<boolean> {
  return page.evaluate(async (to) => {
    const router = document.querySelector<AppRoot>('#app')?.__vue_app__?.config.globalProperties.$router
    if (router === undefined) return false
    const failure = await router.push(to)
    if (failure) throw new Error(failure.message)
    return true
  }, path)
}
