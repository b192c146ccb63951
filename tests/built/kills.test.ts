import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@libsql/client'
import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import type { ReceivedRequest } from '#fakes/fake-server'
import { createPostgresDatabase } from '#tests/support/postgres-database'
import { askPostgres } from '#tests/support/postgres-query'
import type { ServerProcess } from '#tests/support/server-process'
import { useArtefact } from './artefact'
import {
  ALL,
  call,
  grabbedBooks,
  postgresVariables,
  setUp,
  statuses,
  statusOf,
  startServices,
} from './fulfilment'

/** How often a server is killed on each database. */
const KILLS = 5
/** The longest life of a server, in milliseconds. */
const LONGEST_LIFE = 3000
const SEED = Number(process.env['EARMARK_TEST_SEED'] ?? 20_261)

const artefact = useArtefact()

/** Random numbers from 0 to 1 that are the same for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** What a server is working on, which remains in the database when it is killed. */
const UNDER_WAY = [
  "select 'search ' || id as what from release_searches where state = 'running'",
  "select 'lease on ' || asin from fulfilments where lease_until is not null or state = 'searching'",
].join(' union all ')

/** What would remain if no server took it over. */
const LEFT_BEHIND = [
  UNDER_WAY,
  "select 'search ' || id from release_searches where indexers like '%asking%'",
  "select 'grab ' || id from grabs where state in ('sending', 'unconfirmed')",
  "select 'delivery ' || id from deliveries where lease_until is not null",
].join(' union all ')

const databases = {
  async SQLite(configDir: string) {
    const client = createClient({ url: `file:${join(configDir, 'db.sqlite')}` })
    onTestFinished(() => client.close())
    return { variables: {}, ask: async (query: string) => (await client.execute(query)).rows.length }
  },
  async PostgreSQL() {
    const database = await createPostgresDatabase()
    onTestFinished(database.drop)
    const ask = async (query: string) => {
      const rows = await askPostgres(database.url, query.replace('indexers like', 'indexers::text like'))
      return rows.length
    }
    return { variables: postgresVariables(database), ask }
  },
}

interface Acknowledged {
  /** Books whose request was accepted. */
  requests: Set<string>
  /** Books that were searched for. */
  searches: Set<string>
}

/** Requests books and their releases until the server is gone. */
async function askUntilKilled(server: ServerProcess, random: () => number, acknowledged: Acknowledged) {
  const wanted = ALL.filter((asin) => !acknowledged.requests.has(asin)).toSorted(() => random() - 0.5)
  for (const asin of wanted) {
    const answer = await call(server, 'POST', `requests/${asin}`).catch(() => null)
    if (answer === null) return
    if (answer.status === 201) acknowledged.requests.add(asin)
    const search = await call(server, 'POST', `requests/${asin}/refresh`).catch(() => null)
    if (search?.status === 202) acknowledged.searches.add(asin)
    await sleep(random() * 500)
  }
}

const isSearch = ({ method, path }: ReceivedRequest) => method === 'GET' && path.endsWith('/search')

async function requested(server: ServerProcess): Promise<string[]> {
  const answer = await call(server, 'GET', 'requests')
  const list = z.array(z.object({ book: z.object({ asin: z.string() }) })).parse(await answer.json())
  return list.map(({ book }) => book.asin)
}

it.each(['SQLite', 'PostgreSQL'] as const)(
  'a built server on %s, killed at random again and again, loses nothing, grabs nothing twice and leaves no process running',
  async (kind) => {
    const random = randomFrom(SEED)
    process.stdout.write(`kills on ${kind}: EARMARK_TEST_SEED=${SEED}\n`)
    const { prowlarr, gate, env: common } = await startServices()
    const { variables, ask } = await databases[kind](common.SVC_APP__CONFIG_DIR)
    const env = { ...common, ...variables }
    prowlarr.troubleGrabs({ kind: 'after', how: 'late', ms: 400 })
    const first = await artefact.start({ env })
    await setUp(first, prowlarr, gate)
    await first.kill()

    // The first search waits for a response that never comes, so it is running when the server is killed.
    gate.decide((request) => (isSearch(request) && gate.kept.length === 0 ? 'keep' : 'pass'))
    const acknowledged: Acknowledged = { requests: new Set(), searches: new Set() }
    let underWay = 0
    for (let kill = 0; kill < KILLS; kill += 1) {
      const server = await artefact.start({ env })
      const requesting = askUntilKilled(server, random, acknowledged)
      await sleep(random() * LONGEST_LIFE)
      if (kill === 0) {
        const { requests, searches } = acknowledged
        await expect.poll(() => Math.min(requests.size, searches.size, gate.kept.length)).toBeGreaterThan(0)
      }
      await server.kill()
      await requesting
      underWay += await ask(UNDER_WAY)
    }
    expect(acknowledged.requests.size).toBeGreaterThan(0)
    expect(acknowledged.searches.size).toBeGreaterThan(0)
    expect(underWay).toBeGreaterThan(0)

    const last = await artefact.start({ env })
    expect(await requested(last)).toEqual(expect.arrayContaining([...acknowledged.requests]))
    for (const asin of ALL) await call(last, 'POST', `requests/${asin}`)
    expect((await requested(last)).toSorted()).toEqual(ALL.toSorted())
    const isOpen = (status: string | null) => status !== 'grabbed' && status !== 'grab_unconfirmed'
    await expect.poll(async () => (await statuses(last, ALL)).filter(isOpen)).toEqual([])
    // A grab that never reached Prowlarr looks like one that is still being sent; a person settles it.
    for (const asin of ALL) {
      if ((await statusOf(last, asin)) !== 'grab_unconfirmed' || grabbedBooks(prowlarr).includes(asin))
        continue
      await call(last, 'POST', `requests/${asin}/confirm-grab`, { grabbed: false })
    }
    await expect.poll(() => statuses(last, ALL)).toEqual(ALL.map(() => 'grabbed'))
    expect(grabbedBooks(prowlarr)).toEqual(ALL.toSorted())
    await expect.poll(() => ask(LEFT_BEHIND)).toBe(0)
  },
)
