import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { launchChromium } from '#tests/support/chromium'
import { eventually } from '#tests/support/eventually'
import { UNTIL_TRUE_MS } from '#tests/support/limits'
import { rawRequest } from '#tests/support/raw-request'
import { ROOT_ENVIRONMENT } from '#tests/support/root'
import { startStrippingProxy } from '#tests/support/stripping-proxy'
import { temporaryDirectory } from '#tests/support/temporary-directory'
import { useArtefact } from './artefact'

const artefact = useArtefact()
const start = async (env: Record<string, string> = {}) =>
  artefact.start({ env: { ...env, SVC_APP__CONFIG_DIR: await temporaryDirectory() } })
let browser: Browser
beforeAll(async () => {
  browser = await launchChromium()
})
afterAll(() => browser.close())

/** Opens an address in a separate window. @returns the page, and its heading once it is the expected one. */
async function visit(address: string, heading: string, headers: Record<string, string> = {}) {
  const page = await browser.newPage({ extraHTTPHeaders: headers })
  onTestFinished(() => page.close())
  page.setDefaultTimeout(UNTIL_TRUE_MS)
  page.setDefaultNavigationTimeout(UNTIL_TRUE_MS)
  await page.goto(address)
  await page.getByRole('heading', { name: heading }).waitFor()
  return page
}

describe('Behind a proxy that strips the prefix', () => {
  const heading = 'A reverse proxy strips /audiobooks from the path'

  it.each([
    ['which the server has as its base path', '/audiobooks'],
    ['of which the server knows nothing', ''],
  ])(
    'browser and log explain the prefix instead of a loop or a blank page: a prefix %s',
    async (_what, base) => {
      const server = await start({ ...ROOT_ENVIRONMENT, SVC_APP__BASE_URL: base })
      const proxy = await startStrippingProxy(server.url, '/audiobooks')
      onTestFinished(proxy.close)
      const page = await visit(proxy.url, heading)
      expect(await page.textContent('pre')).toBe('SVC_APP__BASE_URL=/audiobooks')
      await eventually(() =>
        expect(server.output()).toContain('A reverse proxy strips /audiobooks from the path'),
      )
    },
  )

  it('a deep link explains it too', async () => {
    const server = await start(ROOT_ENVIRONMENT)
    const proxy = await startStrippingProxy(server.url, '/audiobooks')
    onTestFinished(proxy.close)
    await visit(`${proxy.url}login?next=/requests`, heading)
  })
})

describe('A server on which no one signs in', () => {
  it('is not taken over by a page whose name resolves to it, and says what to set', async () => {
    const server = await start()
    const body = JSON.stringify({
      login_type: 'none',
      username: 'evil',
      password: 'a long enough password',
      confirm_password: 'a long enough password',
    })
    const head = ['POST /api/init HTTP/1.1', 'Host: evil.example', 'Origin: http://evil.example']
    const attack = await rawRequest(server.url, [...head, `Content-Length: ${body.length}`], body)
    expect([attack.status, JSON.parse(attack.body)]).toMatchObject([421, { code: 'unknown_host' }])

    const forwarded = { 'x-forwarded-host': 'books.example.org' }
    const heading = 'This server does not know the name books.example.org'
    const page = await visit(server.url, heading, forwarded)
    expect(await page.textContent('pre')).toBe('SVC_APP__ALLOWED_HOSTS=books.example.org')
    await eventually(() => expect(server.output()).toContain('SVC_APP__ALLOWED_HOSTS=books.example.org'))
    await visit(server.url, 'Welcome to Earmark')
  })
})

describe('A browser that uses http at an https public address', () => {
  it('reads on the sign-in page why it would not stay signed in', async () => {
    const server = await start({ ...ROOT_ENVIRONMENT, SVC_APP__PUBLIC_URL: 'https://books.example.org' })
    const forwarded = { 'x-forwarded-host': 'books.example.org' }
    const page = await visit(`${server.url}login?next=/requests`, 'Sign in', forwarded)
    const link = page.getByRole('link', { name: 'Open https://books.example.org/' })
    expect(await link.getAttribute('href')).toBe('https://books.example.org/login?next=/requests')
    await page.getByLabel('Username').fill('Rosa')
    await page.getByLabel('Password', { exact: true }).fill('correct horse')
    await page.getByRole('button', { name: 'Sign in' }).click()
    const alert = page.getByRole('alert')
    await alert.waitFor()
    expect(await alert.textContent()).toContain('Open https://books.example.org/ and sign in there.')
    expect(new URL(page.url()).pathname).toBe('/login')
  })
})
