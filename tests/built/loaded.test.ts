import { readdir, readFile, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { startEmbeddedPostgres } from '#tests/support/postgres-server'
import { OF_RUNTIME } from '#tests/support/runtime'
import { temporaryDirectory } from '#tests/support/temporary-directory'
import { useArtefact } from './artefact'
import { terminate } from './setup'

/** Packages that most servers never need, or only once someone uses them. */
const ON_DEMAND = [
  '@node-rs/argon2',
  'chokidar',
  'oauth4webapi',
  'ofetch',
  'openid-client',
  'sharp',
  'server/domain/ranking',
  'server/openapi',
]
const OF_SQLITE = ['libsql', 'drizzle-orm/sqlite-proxy']
/** Updates a file, which most starts have no reason to do. */
const OF_MIGRATING = ['@libsql/client', 'drizzle-orm/libsql']
const OF_POSTGRES = ['pg', 'drizzle-orm/node-postgres']

/** Node loads its whole Fetch API, a megabyte of source, at the first access to one of these. */
const TELLS_OF_FETCH = `
for (const name of ['FormData', 'Headers', 'Request', 'Response']) {
  const { get, value } = Object.getOwnPropertyDescriptor(globalThis, name)
  Object.defineProperty(globalThis, name, {
    get() {
      process.stderr.write('Somebody looked at ' + name + new Error().stack)
      return get ? get.call(globalThis) : value
    },
  })
}
`

const artefact = useArtefact()
const itTells = it.runIf(OF_RUNTIME.tellsWhatItLoaded)

itTells(
  'on a file that is up to date, a start loads little, and nothing of what may never be used',
  async () => {
    const env = { SVC_APP__CONFIG_DIR: await temporaryDirectory() }
    await terminate(await artefact.start({ env }))

    const { sources, files, bytes } = await loadedBy(env)
    expect(among(sources, OF_SQLITE)).toEqual(OF_SQLITE)
    expect(among(sources, [...ON_DEMAND, ...OF_MIGRATING, ...OF_POSTGRES])).toEqual([])
    // Each file costs about a millisecond; a megabyte costs 30 ms and two megabytes of memory.
    expect(files.length, files.join('\n')).toBeLessThan(25)
    expect(bytes).toBeLessThan(2_450_000)
  },
)

itTells('a start and its first answer do without the Fetch API of Node', async () => {
  const server = await artefact.start({
    env: {
      SVC_APP__CONFIG_DIR: await temporaryDirectory(),
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(TELLS_OF_FETCH)}`,
    },
  })
  expect((await fetch(`${server.url}api/health`)).status).toBe(200)
  expect(server.output()).not.toContain('Somebody looked at')
})

itTells('on PostgreSQL, a start loads nothing of SQLite', async () => {
  const postgres = await startEmbeddedPostgres()
  onTestFinished(postgres.stop)
  const { hostname, port, username, password } = new URL(postgres.url)
  const { sources } = await loadedBy({
    SVC_APP__CONFIG_DIR: await temporaryDirectory(),
    SVC_DB__USE_POSTGRES: 'true',
    SVC_DB__POSTGRES_HOST: hostname,
    SVC_DB__POSTGRES_PORT: port,
    SVC_DB__POSTGRES_DB: 'postgres',
    SVC_DB__POSTGRES_USER: username,
    SVC_DB__POSTGRES_PASSWORD: password,
    SVC_DB__POSTGRES_SSL_MODE: 'disable',
  })
  expect(among(sources, OF_POSTGRES)).toEqual(OF_POSTGRES)
  expect(among(sources, [...ON_DEMAND, ...OF_MIGRATING, ...OF_SQLITE])).toEqual([])
})

const coverageSchema = z.object({ result: z.array(z.object({ url: z.string() })) })
const mapSchema = z.object({ sources: z.array(z.string()) })

/** What V8 reports at exit as loaded by a healthy server; its threads load nothing else. */
async function loadedBy(env: Record<string, string>) {
  const told = await temporaryDirectory()
  const server = await artefact.start({ env: { ...env, NODE_V8_COVERAGE: told } })
  expect(await terminate(server)).toBe(0)
  const reports = await Promise.all((await readdir(told)).map((file) => readFile(join(told, file), 'utf8')))
  const urls = reports.flatMap((report) =>
    coverageSchema.parse(JSON.parse(report)).result.map(({ url }) => url),
  )
  const files = [...new Set(urls)].filter((url) => url.startsWith('file:')).map((url) => fileURLToPath(url))
  const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size))
  return {
    files: files.map((file) => relative(artefact.directory, file)),
    bytes: sizes.reduce((sum, size) => sum + size, 0),
    sources: (await Promise.all(files.map(sourcesOf))).flat(),
  }
}

/** @returns the source files of a built file, or the file itself if it was only copied. */
async function sourcesOf(file: string): Promise<string[]> {
  if (!file.includes('/chunks/')) return [file]
  return mapSchema.parse(JSON.parse(await readFile(`${file}.map`, 'utf8'))).sources
}

/** The packages and directories that appear among the sources; a `feature.ts` loads its directory on demand. */
function among(sources: readonly string[], names: readonly string[]): string[] {
  return names.filter((name) =>
    sources.some((source) =>
      name.startsWith('server/')
        ? source.includes(`${name}/`) && !source.endsWith(`${name}/feature.ts`)
        : source.includes(`/node_modules/${name}/`),
    ),
  )
}
