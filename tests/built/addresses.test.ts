import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { useArtefact } from './artefact'
import { initialise } from './setup'

const artefact = useArtefact()

const manifestSchema = z.object({
  start_url: z.string(),
  scope: z.string(),
  icons: z.array(
    z.object({ src: z.string(), type: z.string(), sizes: z.string(), purpose: z.string().optional() }),
  ),
})

async function sizesOf(picture: Response): Promise<string> {
  const { width, height } = await sharp(await picture.bytes()).metadata()
  return `${width}x${height}`
}

/** A server below a base path, already set up, for the calling suite, whose tests change nothing. */
function useServing(baseUrl: string) {
  const serving = artefact.useServer({ SVC_APP__BASE_URL: baseUrl })
  beforeAll(() => initialise(serving()))
  return serving
}

describe.each([
  { baseUrl: '', path: '/' },
  { baseUrl: '/audiobooks/', path: '/audiobooks/' },
  { baseUrl: 'deep/er', path: '/deep/er/' },
])('the same build below $path', ({ baseUrl, path }) => {
  const serving = useServing(baseUrl)

  it('answers deep links with the page, whose addresses are relative to the base path', async () => {
    const server = serving()
    for (const link of ['', 'search?q=dune', 'requests', 'settings/notifications']) {
      const page = await fetch(server.url + link, { headers: { accept: 'text/html' } })
      expect(page.status).toBe(200)
      expect(page.headers.get('content-type')).toContain('text/html')
      const html = await page.text()
      expect(html).toContain(`<base href="${path}">`)
      expect(html).not.toMatch(/(?:src|href)="\/(?!.*<base)(?:assets|favicon)/)
    }
  })

  it('answers an unknown API path with a problem, never with a page', async () => {
    const server = serving()
    for (const headers of [{ accept: 'text/html' }, { accept: 'application/json' }]) {
      const answer = await fetch(`${server.url}api/no/such/thing`, { headers })
      expect(answer.status).toBe(404)
      expect(answer.headers.get('content-type')).toContain('application/problem+json')
      expect(await answer.json()).toMatchObject({ status: 404 })
    }
  })

  it('serves hashed assets compressed, with an ETag and for ever', async () => {
    const server = serving()
    const html = await (await fetch(`${server.url}search`)).text()
    const preloaded = /rel="modulepreload"[^>]*href="(?:\.\/)?(assets\/[^"]+\.js)"/g
    const scripts = [...html.matchAll(preloaded)].flatMap(([, script]) => script ?? [])
    // The script of an icon is too short to be worth compressing; that of the framework is not.
    const sizes = await Promise.all(
      scripts.map(async (script) => ({
        script,
        size: (await (await fetch(server.url + script)).text()).length,
      })),
    )
    const script = sizes.sort((one, two) => two.size - one.size)[0]?.script
    expect(script).toBeDefined()
    for (const encoding of ['br', 'gzip']) {
      const asset = await fetch(`${server.url}${script}`, { headers: { 'accept-encoding': encoding } })
      expect(asset.status).toBe(200)
      expect(asset.headers.get('content-encoding')).toBe(encoding)
      expect(asset.headers.get('cache-control')).toMatch(/max-age=31536000.*immutable/)
      expect(asset.headers.get('vary')?.toLowerCase()).toContain('accept-encoding')
      const etag = asset.headers.get('etag')
      expect(etag).toBeTruthy()
      const again = await fetch(`${server.url}${script}`, {
        headers: { 'accept-encoding': encoding, 'if-none-match': String(etag) },
      })
      expect(again.status).toBe(304)
    }
  })

  it('can be installed: its manifest stays below the base path, with icons of the declared sizes', async () => {
    const server = serving()
    const address = `${server.url}manifest.webmanifest`
    const answer = await fetch(address)
    expect(answer.headers.get('content-type')).toContain('application/manifest+json')
    const manifest = manifestSchema.parse(await answer.json())
    expect(new URL(manifest.start_url, address).href).toBe(server.url)
    expect(new URL(manifest.scope, address).href).toBe(server.url)
    expect(manifest.icons.map(({ purpose }) => purpose)).toContain('maskable')
    for (const { src, type, sizes } of manifest.icons) {
      const icon = await fetch(new URL(src, address))
      expect(icon.headers.get('content-type')).toContain(type)
      if (sizes !== 'any') expect(await sizesOf(icon)).toBe(sizes)
    }
    expect(await sizesOf(await fetch(`${server.url}icons/apple-touch-180.png`))).toBe('180x180')
  })

  it('has icons that dashboards may show, and tells crawlers to stay away', async () => {
    const { url } = serving()
    for (const [file, type] of [
      ['favicon.svg', 'image/svg+xml'],
      ['favicon.ico', 'image/vnd.microsoft.icon'],
      ['icons/icon-192.png', 'image/png'],
    ] as const) {
      const icon = await fetch(url + file)
      expect([file, icon.status, icon.headers.get('content-type')]).toEqual([file, 200, type])
      expect(icon.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    }
    const script = await fetch(`${url}sw.js`)
    expect(script.headers.get('cross-origin-resource-policy')).toBe('same-origin')
    const robots = await fetch(`${url}robots.txt`)
    expect(robots.headers.get('content-type')).toMatch(/^text\/plain/)
    expect(await robots.text()).toContain('Disallow: /')
  })

  it('answers HEAD like GET, without a body', async () => {
    const server = serving()
    for (const link of ['api/health', 'search']) {
      const answer = await fetch(server.url + link, { method: 'HEAD' })
      expect(answer.status).toBe(200)
      expect(await answer.text()).toBe('')
    }
  })
})

describe('the same build at the root of a host', () => {
  const serving = useServing('')

  it('answers a missing asset with 404, not with the page', async () => {
    const server = serving()
    const answer = await fetch(`${server.url}assets/gone-00000000.js`)
    expect(answer.status).toBe(404)
    expect(answer.headers.get('content-type')).not.toContain('text/html')
  })
})

describe('the same build below a path that has no slash at its end', () => {
  const serving = useServing('/audiobooks')

  it('leads from the root of the host to the base path, and answers nothing else outside it', async () => {
    const server = serving()
    const root = await fetch(new URL('/', server.url), { redirect: 'manual' })
    expect(root.status).toBe(302)
    expect(root.headers.get('location')).toBe('/audiobooks/')
    for (const path of ['/search', '/api/health', '/audiobooksearch']) {
      expect((await fetch(new URL(path, server.url))).status).toBe(404)
    }
  })
})
