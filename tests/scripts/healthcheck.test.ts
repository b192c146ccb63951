import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { freePort } from '#tests/support/free-port'
import { temporaryDirectory } from '#tests/support/temporary-directory'

const SCRIPT = resolve('scripts/healthcheck.mjs')

let cwd: string
let paths: string[]
let port: number
let close: () => void
beforeEach(async () => {
  cwd = await temporaryDirectory()
  paths = []
  const server = createServer((request, response) => {
    paths.push(request.url ?? '')
    response.writeHead(request.url?.endsWith('/broken/api/health') ? 503 : 200).end()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port')
  port = address.port
  close = () => void server.close()
})
afterEach(() => close())

/** Runs the script with only these variables in its environment. */
function check(env: Record<string, string> = {}): Promise<{ code: number; said: string }> {
  return new Promise((ended) => {
    const child = execFile(process.execPath, [SCRIPT], { cwd, env }, (_error, _out, said) =>
      ended({ code: child.exitCode ?? -1, said }),
    )
  })
}
const dotenv = (...lines: string[]) => writeFile(join(cwd, '.env'), lines.join('\n'))

describe('the health check of the container', () => {
  it('finds port and base path in the .env file', async () => {
    await dotenv(`SVC_APP__PORT=${port}`, 'SVC_APP__BASE_URL="/audio/books/"')
    expect(await check()).toEqual({ code: 0, said: '' })
    expect(paths).toEqual(['/audio/books/api/health'])
  })

  it('prefers the environment to the .env file', async () => {
    await dotenv(`SVC_APP__PORT=${await freePort()}`, 'SVC_APP__BASE_URL=/from-file')
    const { code } = await check({ SVC_APP__PORT: String(port), SVC_APP__BASE_URL: 'from-environment' })
    expect(code).toBe(0)
    expect(paths).toEqual(['/from-environment/api/health'])
  })

  it('needs no .env file', async () => {
    expect(await check({ SVC_APP__PORT: String(port) })).toEqual({ code: 0, said: '' })
    expect(paths).toEqual(['/api/health'])
  })

  it('fails, and says so, if the server is unhealthy', async () => {
    await dotenv(`SVC_APP__PORT=${port}`, 'SVC_APP__BASE_URL=/broken')
    const { code, said } = await check()
    expect(code).toBe(1)
    expect(said).toContain('/broken/api/health answered 503')
  })

  it('fails, and says so, if no one answers', async () => {
    const nobody = await freePort()
    await dotenv(`SVC_APP__PORT=${nobody}`)
    const { code, said } = await check()
    expect(code).toBe(1)
    expect(said).toContain(`on port ${nobody} did not answer`)
  })
})
