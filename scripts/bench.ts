// `npm run bench`: what Earmark costs on this machine, beside what plain node:http does here. It prints a table;
// `npm run bench -- --write` also puts it into docs/benchmarks.md. Nothing asserts these figures.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { format, resolveConfig } from 'prettier'
import { z } from 'zod'
import { startCatalogueFake } from '#fakes/catalogue'
import { spawnServer, untilHealthy, type ServerProcess } from '../tests/support/server-process'
import { measureAccounts } from './bench-accounts'
import { measureNotifications } from './bench-notifications'
import { ensureBuild, SERVER_ENTRY } from './lib/build.mjs'
import { firstPageScripts } from './lib/first-page.mjs'
import { latencies, quantile, requestsPerSecond, residentMemory } from './lib/measure'
import { ROOT } from './lib/root.mjs'

const REPORT = join(ROOT, 'docs', 'benchmarks.md')
const STARTS = 7
const SEARCHES = 500
/** Long enough for what runs once after a start to be over. */
const IDLE_MS = 5000
const ROOT_USER = { username: 'root', password: 'a password for measuring' }

/** Answers every request with the same text: the least that a server on this machine can do. */
const RAW_SERVER = `
const body = process.env.BODY
require('node:http').createServer((request, response) => {
  response.setHeader('content-type', 'application/json')
  response.end(body)
}).listen(Number(process.env.SVC_APP__PORT))
`

interface Figure {
  name: string
  measured: string
  aim: string
}

const { write } = parseArgs({ options: { write: { type: 'boolean', default: false } } }).values
await ensureBuild()
const configDir = await mkdtemp(join(tmpdir(), 'earmark-bench-'))
const catalogue = await startCatalogueFake()
const running = new Set<ServerProcess>()
try {
  const figures = [
    ...(await measureStart()),
    ...(await measureCalls()),
    ...(await measureAccounts({ start: startEarmark, stop, configDir, rootUser: ROOT_USER })),
    ...(await measureNotifications(configDir)),
    await measureFirstPage(),
  ]
  const table = renderTable(figures)
  console.log(`\n${table}`)
  if (write) await writeReport(table)
} finally {
  for (const server of running) await server.kill()
  await catalogue.close()
  await rm(configDir, { recursive: true, force: true })
}

/** Starts on a file that the first start has migrated, and its memory once it has nothing to do. */
async function measureStart(): Promise<Figure[]> {
  await stop(await startEarmark())
  const times: number[] = []
  for (let i = 0; i < STARTS; i++) {
    const start = performance.now()
    const server = await startEarmark()
    times.push(performance.now() - start)
    await stop(server)
  }
  times.sort((a, b) => a - b)

  const idle = await startEarmark()
  await sleep(IDLE_MS)
  const memory = residentMemory(idle)
  await stop(idle)
  return [
    { name: 'Start to the first 200', measured: `${quantile(times, 0.5).toFixed(0)} ms`, aim: '< 500 ms' },
    { name: 'Memory when idle (RSS)', measured: `${(memory / 1_000_000).toFixed(0)} MB`, aim: '< 120 MB' },
  ]
}

/** The cheapest call that signs in, under load beside node:http; and a search that is in the cache. */
async function measureCalls(): Promise<Figure[]> {
  const server = await startEarmark()
  const headers = { authorization: `Bearer ${await createApiKey(server)}` }
  const me = { url: `${server.url}api/users/me`, headers }
  const body = await (await fetch(me.url, { headers })).text()
  const raw = await spawnServer({ args: ['--eval', RAW_SERVER], cwd: configDir, env: { BODY: body } })
  running.add(raw)
  await untilAnswered(raw.url)
  const rawRate = await requestsPerSecond({ url: raw.url, headers })
  await stop(raw)
  const rate = await requestsPerSecond(me)

  const search = { url: `${server.url}api/search?q=the&region=us`, headers }
  await latencies(search, 20)
  const times = await latencies(search, SEARCHES)
  await stop(server)
  return [
    { name: 'Plain `node:http`, the same answer', measured: `${rawRate.toFixed(0)}/s`, aim: '' },
    {
      name: '`GET /api/users/me` with a bearer key',
      measured: `${rate.toFixed(0)}/s, 1/${(rawRate / rate).toFixed(1)} of plain`,
      aim: '≥ 1/15 of plain',
    },
    {
      name: 'Cached search of 20 books, median (99th percentile)',
      measured: `${quantile(times, 0.5).toFixed(1)} ms (${quantile(times, 0.99).toFixed(1)} ms)`,
      aim: '< 5 ms',
    },
  ]
}

async function measureFirstPage(): Promise<Figure> {
  const bytes = (await firstPageScripts()).reduce((sum, { gzip }) => sum + gzip, 0)
  return {
    name: 'JavaScript of the first page, gzip',
    measured: `${(bytes / 1000).toFixed(1)} kB`,
    aim: '< 110 kB',
  }
}

async function startEarmark(loginType: 'basic' | 'forms' = 'basic'): Promise<ServerProcess> {
  const server = await spawnServer({
    args: [SERVER_ENTRY],
    cwd: configDir,
    env: {
      SVC_APP__CONFIG_DIR: configDir,
      SVC_APP__LOG_LEVEL: 'WARN',
      SVC_APP__FORCE_LOGIN_TYPE: loginType,
      SVC_APP__INIT_ROOT_USERNAME: ROOT_USER.username,
      SVC_APP__INIT_ROOT_PASSWORD: ROOT_USER.password,
      SVC_CATALOGUE__BASE_URL: catalogue.url,
    },
  })
  running.add(server)
  return untilHealthy(server)
}

async function createApiKey(server: ServerProcess): Promise<string> {
  const credentials = Buffer.from(`${ROOT_USER.username}:${ROOT_USER.password}`).toString('base64')
  const answer = await fetch(`${server.url}api/settings/account/api-keys`, {
    method: 'POST',
    headers: { authorization: `Basic ${credentials}` },
    body: JSON.stringify({ name: 'bench' }),
  })
  return z.object({ key: z.string() }).parse(await answer.json()).key
}

async function untilAnswered(url: string): Promise<void> {
  for (;;) {
    const answer = await fetch(url).catch((error: unknown) => {
      // Nobody listens yet.
      if (error instanceof TypeError) return undefined
      throw error
    })
    if (answer) return
    await sleep(20)
  }
}

async function stop(server: ServerProcess): Promise<void> {
  server.child.kill('SIGTERM')
  await server.ended
  running.delete(server)
}

function renderTable(figures: Figure[]): string {
  const rows = figures.map(({ name, measured, aim }) => `| ${name} | ${measured} | ${aim} |`)
  return ['| | measured | aim |', '| --- | --- | --- |', ...rows].join('\n')
}

async function writeReport(table: string): Promise<void> {
  const [processor] = cpus()
  const machine = `${cpus().length} × ${processor?.model ?? 'unknown processor'}, Node ${process.versions.node}`
  const day = new Date().toISOString().slice(0, 10)
  const text = `# Benchmarks

Written by \`npm run bench -- --write\` on ${day}; ${machine}. The load generator runs on the same machine, so only figures of one run compare.

${table}
`
  await writeFile(REPORT, await format(text, { ...(await resolveConfig(REPORT)), filepath: REPORT }))
}
