import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { eventually } from '#tests/support/eventually'
import { rawRequest } from '#tests/support/raw-request'
import { ROOT_ENVIRONMENT, ROOT_LOGIN } from '#tests/support/root'
import { temporaryDirectory } from '#tests/support/temporary-directory'
import { useArtefact } from '#tests/built/artefact'
import { findProgram, programs, readLines, startProxy } from './programs'

const artefact = useArtefact()
const places = [
  ['root', ''],
  ['below-a-path', '/audiobooks'],
] as const

/** Calls a proxy on loopback by the host name in its file, with its actual port. */
function createCaller(port: number, base: string) {
  const host = `books.example.org:${port}`
  const call = (method: string, path: string, lines: string[] = [], body = '') => {
    const length = body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]
    const head = [`${method} ${base}${path} HTTP/1.1`, `Host: ${host}`, ...length, ...lines]
    return rawRequest(`http://127.0.0.1:${port}`, head, body)
  }
  const login = (origin: string) =>
    call('POST', '/api/auth/login', [`Origin: ${origin}`], JSON.stringify(ROOT_LOGIN))
  return { host, call, login }
}

/** The beginning of the live updates, which a buffering proxy would hold back. */
async function firstOfStream(port: number, head: string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.setEncoding('utf8')
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  let text = ''
  for await (const chunk of socket) {
    text += String(chunk)
    if (text.includes('retry:')) break
  }
  socket.destroy()
  return text
}

describe.each(programs)('Behind $name', (program) => {
  const command = findProgram(program)

  it.each(places)('the configuration for %s keeps host and prefix', async (place) => {
    const text = await readLines(program, place)
    for (const line of program.lines) expect(text).toContain(line)
    expect(text).toContain('127.0.0.1:8000')
    expect(text.includes('/audiobooks')).toBe(place === 'below-a-path')
  })

  if (command === undefined) {
    it(`only its configuration is checked, because ${program.name} is not installed here`, () => {
      expect(findProgram(program)).toBeUndefined()
    })
    return
  }

  it.each(places)(
    'people sign in, get live updates and return to where they were: %s',
    async (place, base) => {
      const configDir = await temporaryDirectory()
      const server = await artefact.start({
        env: { ...ROOT_ENVIRONMENT, SVC_APP__CONFIG_DIR: configDir, SVC_APP__BASE_URL: base },
      })
      const proxy = await startProxy(program, { command, place, serverPort: server.port })
      const { host, call, login } = createCaller(proxy.port, base)
      await eventually(async () => {
        expect((await call('GET', '/api/health')).status, proxy.printed()).toBe(200)
      })

      const page = await call('GET', '/')
      expect([page.status, page.body]).toEqual([200, expect.stringContaining(`<base href="${base}/">`)])
      const script = /src="\.(\/assets\/[^"]+\.js)"/.exec(page.body)?.[1]
      expect((await call('GET', script ?? '/no-script')).status).toBe(200)
      if (base !== '') expect((await call('GET', '')).body).toContain('<base href="/audiobooks/">')

      const signedIn = await login(`http://${host}`)
      expect([signedIn.status, signedIn.body]).toEqual([204, ''])
      const cookie = `Cookie: ${signedIn.headers.getSetCookie()[0]?.split(';')[0]}`
      const check = await call('GET', '/api/settings/security/oidc', [cookie])
      expect(check.body).toContain(`"http://${host}${base}/auth/oidc"`)

      const events = [`GET ${base}/api/events HTTP/1.1`, `Host: ${host}`, cookie]
      expect(await firstOfStream(proxy.port, events)).toContain('text/event-stream')

      const encoded = await call('GET', '/api/users/a%2Fb', [cookie])
      expect([encoded.status, encoded.body]).toEqual([404, expect.stringContaining('"code":')])

      const refused = await login('http://other.example.org')
      expect(refused.status).toBe(403)
      expect(refused.body).toContain('other.example.org')
      expect(refused.body).toContain(host)
    },
  )
})

it('The README shows the nginx configuration from its file', async () => {
  const readme = await readFile('README.md', 'utf8')
  const file = await readFile('docs/proxies/nginx-below-a-path.conf', 'utf8')
  const location = /^ {4}location [^]*?^ {4}\}$/m.exec(file)?.[0].replaceAll(/^ {4}/gm, '')
  expect(location).toContain('$http_host')
  expect(readme).toContain(location)
})
