// The part of `npm run bench` about judging releases: how long it takes, and how long it holds up anything else.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DEFAULT_DOWNLOAD_SETTINGS } from '#contract/download-settings'
import { INDEXERS } from '#fakes/prowlarr/offers'
import { inTurns } from '#server/domain/downloads/downloads'
import { createJudging } from '#server/domain/downloads/judging.service'
import { toRelease } from '#server/domain/downloads/ranking-input'
import type { WantedRecording } from '#server/domain/downloads/release-search.types'
import { createProwlarr } from '#server/domain/indexers/drivers/prowlarr'
import { readRow } from '#server/domain/indexers/drivers/prowlarr.normalise'
import { rankInSlices, rankingSteps, rankReleases } from '#server/domain/ranking/ranking.rules'
import type { RankingInput } from '#server/domain/ranking/ranking.types'
import { createLog } from '#server/log'
import { benchRows } from './lib/bench-rows'
import type { BenchStage } from './lib/bench-stage'
import type { Figure } from './lib/figures'
import { longestTurn, median, stopwatch } from './lib/measure'

const COUNTS = [500, 1000, 2000, 4000] as const
const MANY = 2000
const RUNS = 15
const NOW = new Date('2025-01-01T00:00:00Z')
const SETTINGS = { ...DEFAULT_DOWNLOAD_SETTINGS, allow_packs: true }
const WANTED: WantedRecording = {
  asin: 'BENCH00001',
  title: 'The Hollow Tide',
  subtitle: 'A Saltmarsh Novel',
  authors: ['Mara Ellison', 'Tom Reed'],
  narrators: ['June Park'],
  series: [{ title: 'Saltmarsh', position: '1' }],
  language: 'en',
  edition: 'unabridged',
  runtimeMin: 600,
  releaseDate: '2019-05-01',
  correctedAt: null,
}

/** Ranks ever more releases of one book on one thread, and reads and ranks an answer as the server does. */
export async function measureRanking(stage: BenchStage): Promise<Figure[]> {
  const medians = COUNTS.map((count) => {
    const input = inputOf(count)
    return medianOf(() => rankReleases(input))
  })
  const [few = 0] = medians
  const perRelease = few / COUNTS[0]
  const text = JSON.stringify(rowsOf(MANY))
  const roundTrip = medianOf(() => JSON.stringify(JSON.parse(text)))
  return [
    ...COUNTS.map((count, at): Figure => {
      const value = medians[at] ?? 0
      const name = `Ranking ${count.toLocaleString('en')} releases of one book, median`
      if (count === MANY) {
        const plain = { what: 'their rows from JSON and back', value: roundTrip }
        return { name, value, unit: 'ms', aim: { below: 50 }, plain }
      }
      if (count < MANY) return { name, value, unit: 'ms' }
      // Linear, as far as that can be measured.
      const plain = { what: `${count / COUNTS[0]} times that of ${COUNTS[0]}`, value: perRelease * count }
      return { name, value, unit: 'ms', aim: { timesPlain: 1.3 }, plain }
    }),
    {
      name: `Longest slice of ranking ${MANY.toLocaleString('en')} releases, best run`,
      value: longestSlice(inputOf(MANY)),
      unit: 'ms',
      aim: { below: 5 },
    },
    {
      name: `Longest turn of the event loop while ${MANY.toLocaleString('en')} rows are read and ranked, best run`,
      value: await turnOfReadingAndRanking(stage, text),
      unit: 'ms',
      aim: { below: 5 },
      plain: { what: '`JSON.parse` of them', value: medianOf(() => void JSON.parse(text)) },
    },
  ]
}

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

/** The longest slice of the best run: in the others something else may have had the processor. */
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

/** Asks a server in another process for all rows and judges them as the server does. The best run counts here too. */
async function turnOfReadingAndRanking(stage: BenchStage, rows: string): Promise<number> {
  const file = join(stage.configDir, 'rows.json')
  await writeFile(file, rows)
  const prowlarr = await stage.startPlain(file)
  const driver = createProwlarr({
    fetch,
    clock: () => NOW,
    log: createLog({ level: 'WARN', terminal: false, write: (line) => console.error(line) }),
    userAgent: 'Earmark/bench',
  })
  const values = { prowlarr_base_url: prowlarr.url, prowlarr_api_key: 'bench', prowlarr_categories: '3030' }
  const source = driver.search({
    settings: () => Promise.resolve({ values, ready: true }),
    renew: () => Promise.resolve(),
  })
  const judge = createJudging({
    rank: (input) => rankInSlices(input, inTurns()),
    settings: () => Promise.resolve(SETTINGS),
    blocked: () => Promise.resolve([]),
    accountIsVip: () => Promise.resolve(false),
    clock: () => NOW,
  })
  const indexer = { id: 1, name: 'Spoken Shelf', protocol: 'torrent' } as const
  const turns: number[] = []
  for (let run = 0; run < RUNS; run++) {
    turns.push(
      await longestTurn(async () => {
        const found = await source.search(indexer, WANTED.title, new AbortController().signal)
        const judged = await judge(
          WANTED,
          found.map((facts) => ({ ...facts, query: WANTED.title, metadata: null })),
        )
        if (judged.length !== MANY) throw new Error(`${judged.length} of ${MANY} rows were judged`)
      }),
    )
  }
  await stage.stop(prowlarr)
  return Math.min(...turns)
}

function rowsOf(count: number) {
  return benchRows(count, { title: WANTED.title, author: 'Mara Ellison' }, INDEXERS)
}

function inputOf(count: number): RankingInput {
  const releases = rowsOf(count).map((row) => {
    const read = readRow(JSON.stringify(row), { id: 1, name: 'Spoken Shelf' }, 'no such key')
    if ('leftOut' in read) throw new Error(`A row cannot be read: ${read.leftOut}`)
    return toRelease({ ...read.release, query: WANTED.title, metadata: null })
  })
  return { book: WANTED, releases, settings: SETTINGS, blocked: [], accountIsVip: false, now: NOW }
}
