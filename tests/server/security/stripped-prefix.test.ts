import { configureSync, resetSync } from '@logtape/logtape'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { BROWSER_PATH_HEADER } from '#contract/browser-path'
import { startTestApp, type TestApp } from '#tests/support/app'
import { rawRequest } from '#tests/support/raw-request'

let server: TestApp
let now = 0
const logged: string[] = []
const HTML = { accept: 'text/html' }

beforeEach(() => {
  logged.length = 0
  now = Date.parse('2026-03-01T12:00:00Z')
  configureSync({
    reset: true,
    sinks: { lines: (record) => void logged.push(record.message.join('')) },
    loggers: [
      { category: 'test', lowestLevel: 'warning', sinks: ['lines'] },
      { category: ['logtape', 'meta'], lowestLevel: 'error', sinks: [] },
    ],
  })
})
afterEach(async () => {
  resetSync()
  await server.close()
})

const start = async (baseUrl: string) => {
  const environment = { SVC_APP__BASE_URL: baseUrl }
  server = await startTestApp({ environment, clock: () => new Date(now) })
}
/** Requests a path of the host, whatever the base path is. */
const ask = (path: string, headers: Record<string, string> = {}) =>
  fetch(new URL(path, server.url), { headers, redirect: 'manual' })

describe('A proxy that strips the base path', () => {
  beforeEach(() => start('/audiobooks'))

  /** The last response to a browser that is redirected to the base path and arrives at `/` each time. */
  async function follow(headers: Record<string, string>) {
    for (let step = 0; step < 20; step++) {
      const answer = await ask('/', headers)
      if (answer.status !== 302) return answer
      expect(answer.headers.get('location')).toBe('/audiobooks/')
    }
    throw new Error('Too many redirects')
  }

  it('causes no endless redirect: the page and one line of the log say why', async () => {
    for (let visit = 0; visit < 2; visit++) {
      const answer = await follow(HTML)
      expect(answer.status).toBe(508)
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(await answer.text()).toContain('A reverse proxy strips /audiobooks from the path')
    }
    expect(logged).toHaveLength(1)
    expect(logged[0]).toContain('/audiobooks')
  })

  it('is reported as a problem to a browser that does not want HTML', async () => {
    // The Fetch API sets this header itself.
    const navigate = () => rawRequest(server.url, ['GET / HTTP/1.1', 'Host: nas', 'Sec-Fetch-Mode: navigate'])
    for (let step = 1; step < 5; step++) expect((await navigate()).status).toBe(302)
    const { status, body } = await navigate()
    expect([status, JSON.parse(body)]).toMatchObject([508, { code: 'prefix_stripped' }])
  })

  it('is not suspected for someone who arrives, or returns later', async () => {
    for (let visit = 0; visit < 30; visit++) {
      expect((await ask('/', HTML)).status).toBe(302)
      if (visit % 2 === 0) expect((await ask('/audiobooks/', HTML)).status).toBe(200)
      else now += 1000
    }
    expect(logged).toEqual([])
  })

  it('is not suspected for health checks, however frequent', async () => {
    for (const headers of [{}, { accept: '*/*' }, HTML]) {
      for (let probe = 0; probe < 30; probe++) {
        expect((await ask('/', headers)).status).toBe(302)
        now += 2000
      }
    }
    for (let probe = 0; probe < 30; probe++) expect((await ask('/')).status).toBe(302)
    expect(logged).toEqual([])
  })

  it('is not suspected for a browser whose redirect takes a moment', async () => {
    for (let step = 1; step < 5; step++) {
      expect((await ask('/', HTML)).status).toBe(302)
      now += 900
    }
    expect((await ask('/', HTML)).status).toBe(508)
  })

  it('is not suspected for assets that our page requests without the prefix', async () => {
    await ask('/assets/main.js')
    await ask('/wp-login.php', { referer: new URL('/other', server.url).href })
    expect(logged).toEqual([])
    const referer = new URL('/audiobooks/search', server.url).href
    expect((await ask('/assets/main.js', { referer })).status).toBe(404)
    expect(logged).toHaveLength(1)
  })

  it('is named on the page about an address outside the base path', async () => {
    const page = await ask('/login', HTML)
    expect(page.status).toBe(404)
    expect(await page.text()).toContain('a reverse proxy strips that from the path')
    expect(await (await ask('/login')).json()).toMatchObject({ code: 'not_found' })
  })
})

describe('A proxy that strips a prefix which the server does not know', () => {
  it.each([
    ['', '/search', '/audiobooks/search', '/audiobooks'],
    ['', '/', '/audiobooks', '/audiobooks'],
    ['/books', '/books/search', '/media/books/search', '/media/books'],
  ])(
    'with base %j is reported by the page, which knows its own address: %s',
    async (base, path, shown, value) => {
      await start(base)
      const html = await (await ask(path, HTML)).text()
      expect(html).toContain(`<meta name="earmark-path" content="${path}">`)
      const told = await ask(path, { ...HTML, [BROWSER_PATH_HEADER]: shown })
      expect(told.status).toBe(508)
      expect(await told.text()).toContain(`<code>SVC_APP__BASE_URL=${value}</code>`)
      expect(logged).toEqual([expect.stringContaining(value)])
    },
  )

  it('is not suspected for a page at its own path, or one that says anything else', async () => {
    await start('')
    for (const shown of ['/search', '/requests', '/<script>/search', 'x'.repeat(5000)]) {
      expect((await ask('/search', { ...HTML, [BROWSER_PATH_HEADER]: shown })).status).toBe(200)
    }
    expect(logged).toEqual([])
  })
})
