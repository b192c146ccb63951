import { CLIENT, startOidcProvider, type OidcProvider } from '#fakes/oidc-provider'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import type { DemoOptions } from '#scripts/lib/demo'
import { UNTIL_TRUE_MS } from '#tests/support/limits'
import { browser } from './browser'
import { useOwnDemo } from './demo'
import { unclaimedErrorToasts, watchToasts } from './shown-toasts'
import { photograph } from './photographs'
import { startHttpsProxy } from './https-proxy'
import { DEVICES, type Device } from './environments'

/** The settings of the provider. */
export function providerSettings(provider: OidcProvider) {
  return {
    oidc_endpoint: provider.endpoint,
    oidc_client_id: CLIENT.id,
    oidc_client_secret: CLIENT.secret,
    oidc_scope: 'openid profile groups',
    oidc_group_claim: 'groups',
    oidc_logout_url: `${provider.issuer}/session/end`,
  }
}

/**
 * A separate server for the calling suite, and a provider that sends people back to it.
 * @param options.https whether people reach the server through an https proxy.
 */
export function useDemoWithProvider({ https = false, ...options }: DemoOptions & { https?: boolean }) {
  const demo = useOwnDemo(options)
  let proxy: Awaited<ReturnType<typeof startHttpsProxy>> | undefined
  let started: OidcProvider | undefined
  const address = () => proxy?.url ?? demo().url
  beforeAll(async () => {
    if (https) proxy = await startHttpsProxy(demo().url)
    const url = address()
    started = await startOidcProvider({
      redirectUris: [`${url}auth/oidc`],
      afterLogoutUris: [`${url}login`],
    })
  })
  afterAll(async () => {
    await started?.close()
    await proxy?.close()
  })
  return () => {
    if (started === undefined) throw new Error('The provider is not up yet')
    return { provider: started, url: address(), direct: demo().url }
  }
}

/**
 * A fresh browser profile for the server and its provider. It is closed when the test ends,
 * and the test fails if a request went anywhere else, or if a page of the server logged an error to the console.
 */
export async function visitWithProvider({
  url,
  issuer,
  device,
  refusals = [],
}: {
  url: string
  issuer: string
  device: Device
  /** Error statuses that this visit causes on purpose. */
  refusals?: readonly number[]
}): Promise<Page> {
  const environment = {
    ...DEVICES[device],
    reducedMotion: 'reduce',
    // The tests' own proxy has a self-signed certificate, and browsers never fetch service workers with one.
    ignoreHTTPSErrors: url.startsWith('https:'),
    serviceWorkers: 'block',
  } as const
  const context = await (await browser()).newContext(environment)
  context.setDefaultTimeout(UNTIL_TRUE_MS)
  const complaints: string[] = []
  context.on('request', (request) => {
    const address = request.url()
    const isKnown = [url, `${issuer}/`, 'data:'].some((start) => `${address}/`.startsWith(start))
    if (!isKnown) complaints.push(`asked for ${address}`)
  })
  context.on('console', (message) => {
    const isComplaint = message.type() === 'error' || message.type() === 'warning'
    const isOfProvider = message.location().url.startsWith(issuer)
    const isExpected =
      message.text() === 'Service Worker registration blocked by Playwright' ||
      refusals.some((status) =>
        message
          .text()
          .startsWith(`Failed to load resource: the server responded with a status of ${status} `),
      )
    if (isComplaint && !isOfProvider && !isExpected) complaints.push(message.text())
  })
  context.on('weberror', (error) => complaints.push(`uncaught: ${String(error.error().stack)}`))
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') await photograph(context, task.fullTestName)
    const errorToasts = await unclaimedErrorToasts(context)
    await context.close()
    expect(complaints).toEqual([])
    expect(errorToasts, 'messages about failures that the test did not ask for').toEqual([])
  })
  await watchToasts(context)
  return context.newPage()
}

/** Signs in at the provider. */
export async function signInAtProvider(page: Page, account: string): Promise<void> {
  await page.getByLabel('Account').fill(account)
  await page.getByRole('button', { name: 'Sign in' }).click()
}
