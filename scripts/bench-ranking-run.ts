// Ranks releases in a separate process, bundled like the server, and prints how long that took.
import { DEFAULT_DOWNLOAD_SETTINGS } from '#contract/download-settings'
import { INDEXERS } from '#fakes/prowlarr/offers'
import { rankFound } from '#server/domain/fulfilment/search/rank.service'
import { toRelease } from '#server/domain/fulfilment/search/rank.service'
import type { WantedRecording } from '#server/domain/fulfilment/search/release-search.types'
import { createProwlarr } from '#server/domain/integrations/drivers/prowlarr'
import { readRow } from '#server/domain/integrations/drivers/prowlarr.schemas'
import { rankInSlices, rankingSteps, rankReleases } from '#server/domain/ranking/ranking.rules'
import type { RankingInput } from '#server/domain/ranking/ranking.types'
import { createLog } from '#server/platform/log'
import { benchRows, MANY, RANKED_COUNTS, RANKED_BOOK } from './lib/bench-rows'
import type { RankingTimes } from './bench-ranking'
import { longestTurn, median, stopwatch } from './lib/measure'

const RUNS = 15
const NOW = new Date('2025-01-01T00:00:00Z')
const SETTINGS = { ...DEFAULT_DOWNLOAD_SETTINGS, allow_packs: true }
const WANTED: WantedRecording = {
  asin: 'BENCH00001',
  region: 'us',
  title: RANKED_BOOK.title,
  subtitle: 'A Saltmarsh Novel',
  authors: [RANKED_BOOK.author, 'Tom Reed'],
  narrators: ['June Park'],
  series: [{ title: 'Saltmarsh', position: '1' }],
  language: 'en',
  edition: 'unabridged',
  runtimeMin: 600,
  releaseDate: '2019-05-01',
  correctedAt: null,
}

const text = JSON.stringify(rowsOf(MANY))
const times: RankingTimes = {
  ranking: RANKED_COUNTS.map((count) => {
    const input = inputOf(count)
    return medianOf(() => rankReleases(input))
  }),
  slice: longestSlice(inputOf(MANY)),
  turn: await turnOfReadingAndRanking(process.argv[2] ?? ''),
  parse: medianOf(() => void JSON.parse(text)),
  roundTrip: medianOf(() => JSON.stringify(JSON.parse(text))),
}
console.log(JSON.stringify(times))

function medianOf(work: () => unknown): number {
  for (let run = 0; run < RUNS; run++) work()
  return median(
    Array.from({ length: RUNS }, () => {
      const took = stopwatch()
      work()
      return took()
    }),
  )
}

/** The longest slice of the best run: in other runs, something else may have used the CPU. */
function longestSlice(input: RankingInput): number {
  const runs = Array.from({ length: RUNS }, () => {
    const steps = rankingSteps(input)
    let longest = 0
    for (;;) {
      const took = stopwatch()
      const { done } = steps.next()
      longest = Math.max(longest, took())
      if (done === true) return longest
    }
  })
  return Math.min(...runs)
}

/**
 * Requests all rows from a server in another process and ranks them as Earmark does. Returns the longest turn
 * of the best run.
 */
async function turnOfReadingAndRanking(prowlarrUrl: string): Promise<number> {
  const driver = createProwlarr({
    fetch,
    clock: () => NOW,
    log: createLog({ level: 'WARN', terminal: false, write: (line) => console.error(line) }),
    userAgent: 'Earmark/bench',
  })
  const values = { prowlarr_base_url: prowlarrUrl, prowlarr_api_key: 'bench', prowlarr_categories: '3030' }
  const source = driver.search({
    settings: () => Promise.resolve({ values, ready: true }),
    renew: () => Promise.resolve(),
    note: () => Promise.resolve(),
  })
  const context = {
    rank: rankInSlices,
    settings: () => Promise.resolve(SETTINGS),
    releases: { listBlocked: () => Promise.resolve([]), listNarrators: () => Promise.resolve([]) },
    requesters: { conditionsOf: async () => null },
    accountIsVip: () => Promise.resolve(false),
    relatedBooks: () => Promise.resolve([]),
    clock: () => NOW,
  }
  const indexer = { id: 1, name: 'Spoken Shelf', protocol: 'torrent' } as const
  const turns: number[] = []
  for (let run = 0; run < RUNS; run++) {
    turns.push(
      await longestTurn(async () => {
        const found = await source.search(indexer, WANTED.title, new AbortController().signal)
        const ranked = await rankFound(
          context,
          WANTED,
          found.map((facts) => ({ ...facts, query: WANTED.title, metadata: null })),
        )
        if (ranked.length !== MANY) throw new Error(`${ranked.length} of ${MANY} rows were ranked`)
      }),
    )
  }
  return Math.min(...turns)
}

function rowsOf(count: number) {
  return benchRows(count, RANKED_BOOK, INDEXERS)
}

function inputOf(count: number): RankingInput {
  const releases = rowsOf(count).map((row) => {
    const read = readRow(JSON.stringify(row), { id: 1, name: 'Spoken Shelf' }, (text) => text)
    if ('leftOut' in read) throw new Error(`A row cannot be read: ${JSON.stringify(read.leftOut)}`)
    return toRelease({ ...read.release, query: WANTED.title, metadata: null })
  })
  return { book: WANTED, releases, settings: SETTINGS, blocked: [], accountIsVip: false, now: NOW }
}
