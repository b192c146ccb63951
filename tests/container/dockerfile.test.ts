import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { importsOf, sourceFiles } from '#tests/support/imports'
import { RUNTIME } from '#tests/support/runtime'
import { spawnServer, untilHealthy, type ServerProcess } from '#tests/support/server-process'
import { builtModules } from './built-modules'
import { execForm, isInContext, lastOf } from './dockerfile'
import { buildImage, CHECKOUT, inside, listContext, withPathsInside, type Container } from './image'

/** Neither root nor the user that the image names. */
const ANY_USER = 4321
const isRoot = process.getuid?.() === 0
/** Each runtime has its own image, whose user has the name of the program. */
const NAME = basename(RUNTIME.program)

let directory: string
let image: Container

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'earmark-image-'))
  await chmod(directory, 0o755)
  image = await buildImage(directory, NAME)
})

afterAll(() => rm(directory, { recursive: true, force: true }))

async function startContainer(env: Record<string, string> = {}): Promise<ServerProcess> {
  const [program, ...args] = execForm(lastOf(image.stage, 'CMD'))
  expect(program).toBe(NAME)
  const server = await spawnServer({
    args,
    runtime: { program: RUNTIME.program, args: [] },
    cwd: inside(image, image.workdir),
    env: { ...image.environment, SVC_APP__CONFIG_DIR: inside(image, '/config'), ...env },
    ...(isRoot ? { user: ANY_USER } : {}),
  })
  onTestFinished(server.kill)
  return server
}

/** Runs the HEALTHCHECK in the container's environment, as an engine does. */
async function healthcheck(env: Record<string, string>): Promise<number> {
  const [program, ...args] = execForm(lastOf(image.stage, 'HEALTHCHECK'))
  expect(program).toBe(NAME)
  const environment = { ...image.environment, PATH: dirname(RUNTIME.program), ...env }
  const words = args.map((word) => withPathsInside(image, word))
  return promisify(execFile)(RUNTIME.program, words, { env: environment }).then(
    () => 0,
    (error: unknown) => {
      if (error instanceof Error && 'code' in error && typeof error.code === 'number') return error.code
      throw error
    },
  )
}

describe('the image', () => {
  it('starts as any user with nothing but its runtime, answers, and stops with 0 on SIGTERM', async () => {
    const server = await untilHealthy(await startContainer())
    expect((await fetch(server.url)).status).toBe(200)
    server.child.kill('SIGTERM')
    expect(await server.ended).toBe(0)
    expect(server.child.signalCode).toBeNull()
  })

  it('reports itself healthy below a base path and on another port, and unhealthy otherwise', async () => {
    const env = { SVC_APP__BASE_URL: 'audiobooks/' }
    const server = await untilHealthy(await startContainer(env))
    const port = String(server.port)
    expect(await healthcheck({ ...env, SVC_APP__PORT: port })).toBe(0)
    expect(await healthcheck({ SVC_APP__BASE_URL: '/elsewhere', SVC_APP__PORT: port })).toBe(1)
    await server.kill()
    expect(await healthcheck({ ...env, SVC_APP__PORT: port })).toBe(1)
  })

  it('runs as an ordinary user unless configured otherwise, and lets every user write its configuration', async () => {
    expect(lastOf(image.stage, 'USER')).toBe(NAME)
    expect(lastOf(image.stage, 'VOLUME')).toBe('/config')
    expect(lastOf(image.stage, 'EXPOSE')).toBe('8000')
    expect((await stat(inside(image, '/config'))).mode & 0o777).toBe(0o777)
  })

  it('holds the build but no sources or installed packages', async () => {
    const files = await readdir(inside(image, image.workdir))
    expect(files.sort()).toEqual(['LICENSE', 'healthcheck.mjs', 'nitro.json', 'public', 'server'])
  })
})

describe('the build context', () => {
  const readIgnoreFile = () => readFile(join(CHECKOUT, '.dockerignore'), 'utf8')

  it('holds everything that the build of the checkout was made from', async () => {
    const context = new Set(await listContext('', await readIgnoreFile()))
    const missing = (path: string) => !context.has(path)
    const ofTheServer = await builtModules(join(CHECKOUT, '.output', 'server'))
    expect(ofTheServer).toContain('server/start/main.ts')
    expect(ofTheServer.filter(missing)).toEqual([])
    const imported = new Set([...sourceFiles('client'), 'vite.config.ts', 'nitro.config.ts'])
    // The imports of a file are appended, and visited too.
    for (const file of imported) {
      if (file.endsWith('.json')) continue
      for (const found of importsOf(file)) if (found.file !== undefined) imported.add(found.file)
    }
    expect([...imported]).toEqual(expect.arrayContaining(['client/layout/App.vue', 'scripts/lib/locales.ts']))
    expect([...imported, 'locales/en/app.json'].filter(missing)).toEqual([])
  })

  it('never holds an .env file', async () => {
    const ignoreFile = await readIgnoreFile()
    for (const path of [
      '.env',
      '.env.production',
      'client/.env',
      'server/deep/.env.local',
      'client/.env.d/key',
    ]) {
      expect({ path, included: isInContext(path, ignoreFile) }).toEqual({ path, included: false })
    }
    expect(isInContext('server/start/main.ts', ignoreFile)).toBe(true)
    expect(isInContext('config/db.sqlite', ignoreFile)).toBe(false)
  })
})
