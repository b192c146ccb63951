// The release search part of `npm run bench`: from Prowlarr's response to what the page shows.
import { setTimeout as sleep } from 'node:timers/promises'
import { sourcesSchema, type SourcesDto } from '#contract/fulfilment'
import { bookSchema } from '#contract/books'
import { startProwlarrFake } from '#fakes/prowlarr'
import { INDEXERS } from '#fakes/prowlarr/offers'
import { z } from 'zod'
import { benchRows } from './lib/bench-rows'
import type { BenchStage } from './lib/bench-stage'
import type { Figure } from './lib/figures'
import { hostileRows } from './lib/hostile-rows'
import { latenciesDuring, median, quantile } from './lib/measure'

const RELEASES = 500
const SEARCHES = 12
/** Rows from a malicious indexer. */
const HOSTILE = 2000
/** Runs to discard, because not everything is compiled yet. */
const WARM_UP = 3
/** Milliseconds between polls of the results. */
const LOOK = 10
/** Milliseconds after which a search counts as stuck. */
const TIMEOUT = 30_000

/** Makes a built server search repeatedly, using a Prowlarr that offers 500 releases at once. */
export async function measureReleases(stage: BenchStage): Promise<Figure[]> {
  const [prowlarr, server] = await Promise.all([startProwlarrFake(), stage.start()])
  try {
    const key = await stage.createKey(server, { authorization: stage.basic })
    const call = async (method: string, path: string, body?: unknown): Promise<Response> => {
      const init = { method, headers: key, ...(body !== undefined && { body: JSON.stringify(body) }) }
      const answer = await fetch(`${server.url}api/${path}`, init)
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
      return answer
    }
    const connection = { prowlarr_base_url: prowlarr.baseUrl, prowlarr_api_key: prowlarr.apiKey }
    await call('PATCH', 'indexers/Prowlarr', { ...connection, enabled: true })
    prowlarr.indexers.splice(1)
    const book = await requestFirstBook(call)
    const rows = benchRows(RELEASES, book, INDEXERS.slice(0, 1))
    prowlarr.offer(rows)

    const searchAgain = async (expected = RELEASES): Promise<number> => {
      await call('POST', `requests/${book.asin}/refresh?force_refresh=true`)
      return untilShown(expected, async () =>
        sourcesSchema.parse(
          await (await call('GET', `requests/${book.asin}/sources?only_cached=true`)).json(),
        ),
      )
    }
    /** Milliseconds from the end of Prowlarr's response until everything is shown. */
    const timeToShow = async (): Promise<number> => {
      const shown = await searchAgain()
      const answered = prowlarr.received.findLast(({ path }) => path.endsWith('/search'))?.answeredAt
      if (answered === undefined) throw new Error('Prowlarr was not queried')
      return shown - answered
    }

    for (let run = 0; run < WARM_UP; run++) await timeToShow()
    const health = { url: `${server.url}api/health` }
    const alone = await latenciesDuring(health, () => sleep(2000))
    const times: number[] = []
    const beside = await latenciesDuring(health, async () => {
      for (let run = 0; run < SEARCHES; run++) times.push(await timeToShow())
    })
    // All hostile rows are new, so they are read, ranked, stored and listed.
    prowlarr.offer(hostileRows(HOSTILE))
    const besideHostile = await latenciesDuring(health, async () => {
      for (let run = 0; run < WARM_UP; run++) await searchAgain(HOSTILE)
    })
    return figures({ besideHostile, alone, times, beside, plainly: await fetchedPlainly(prowlarr) })
  } finally {
    await stage.stop(server)
    await prowlarr.close()
  }
}

/** Measurements in milliseconds. */
interface Measured {
  /** Of `GET /api/health` during hostile rows, during the others, and when idle. */
  besideHostile: number[]
  beside: number[]
  alone: number[]
  /** From Prowlarr's response until everything is shown. */
  times: number[]
  /** For the same rows, only fetched, parsed and written as JSON. */
  plainly: number
}

function figures({ besideHostile, beside, alone, times, plainly }: Measured): Figure[] {
  return [
    {
      name: `Slowest \`GET /api/health\` while ${HOSTILE.toLocaleString('en')} hostile rows are read, ranked, stored and listed`,
      value: quantile(besideHostile, 1),
      unit: 'ms',
      aim: { below: 50 },
      plain: { what: 'idle', value: quantile(alone, 1) },
    },
    {
      name: `${RELEASES} releases from a live Prowlarr: from its answer to a list with verdicts, median`,
      value: median(times),
      unit: 'ms',
      aim: { below: 300 },
      plain: { what: 'fetching, parsing and writing as JSON', value: plainly },
    },
    {
      name: '`GET /api/health` during these searches, 99th percentile',
      value: quantile(beside, 0.99),
      unit: 'ms',
      aim: { below: 50 },
      plain: { what: 'idle', value: quantile(alone, 0.99) },
    },
  ]
}

async function requestFirstBook(call: (method: string, path: string) => Promise<Response>) {
  const found = z
    .array(z.object({ book: bookSchema }))
    .parse(await (await call('GET', 'search?q=lantern')).json())
  const book = found[0]?.book
  if (!book) throw new Error('The catalogue has no book')
  await call('POST', `requests/${book.asin}`)
  return { asin: book.asin, title: book.title, author: book.authors[0] ?? 'Unknown' }
}

/** @returns when all releases were shown, by `performance.now()`. */
async function untilShown(expected: number, look: () => Promise<SourcesDto>): Promise<number> {
  const deadline = performance.now() + TIMEOUT
  for (;;) {
    const { state, sources, error_message: error } = await look()
    if (state === 'ok' && sources.length === expected) return performance.now()
    if (state === 'ok') throw new Error(`${sources.length} of ${expected} releases: ${error ?? 'no reason'}`)
    if (performance.now() > deadline) throw new Error('The search did not end in time')
    await sleep(LOOK)
  }
}

/** Milliseconds to fetch, parse and write the same rows without processing them. */
async function fetchedPlainly(prowlarr: { baseUrl: string; apiKey: string }): Promise<number> {
  const times: number[] = []
  for (let run = 0; run < SEARCHES; run++) {
    const start = performance.now()
    const answer = await fetch(`${prowlarr.baseUrl}/api/v1/search?indexerIds=1&query=x`, {
      headers: { 'x-api-key': prowlarr.apiKey },
    })
    JSON.stringify(await answer.json())
    times.push(performance.now() - start)
  }
  return median(times)
}
