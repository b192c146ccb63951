// The ranking part of `npm run bench`: how long ranking takes, and how long it blocks other work.
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'vite'
import { z } from 'zod'
import { INDEXERS } from '#fakes/prowlarr/offers'
import { benchRows, MANY, RANKED_BOOK, RANKED_COUNTS } from './lib/bench-rows'
import type { BenchStage } from './lib/bench-stage'
import type { Figure } from './lib/figures'
import { ROOT } from './lib/root.mjs'

const run = promisify(execFile)

/** The output of `bench-ranking-run.ts`, in milliseconds; `ranking` for each of `RANKED_COUNTS`. */
const timesSchema = z.object({
  ranking: z.array(z.number()).length(RANKED_COUNTS.length),
  slice: z.number(),
  turn: z.number(),
  parse: z.number(),
  roundTrip: z.number(),
})
export type RankingTimes = z.infer<typeof timesSchema>

/**
 * Ranks increasing numbers of releases of one book on one thread, and reads and ranks a response as the
 * server does.
 */
export async function measureRanking(stage: BenchStage): Promise<Figure[]> {
  const times = await measure(stage)
  const [few = 0] = times.ranking
  const perRelease = few / RANKED_COUNTS[0]
  return [
    ...RANKED_COUNTS.map((count, at): Figure => {
      const value = times.ranking[at] ?? 0
      const name = `Ranking ${count.toLocaleString('en')} releases of one book, median`
      if (count === MANY) {
        const plain = { what: 'parsing and writing their rows as JSON', value: times.roundTrip }
        return { name, value, unit: 'ms', aim: { below: 50 }, plain }
      }
      if (count < MANY) return { name, value, unit: 'ms' }
      // Linear, within measurement error.
      const plain = {
        what: `${count / RANKED_COUNTS[0]} times the time for ${RANKED_COUNTS[0]}`,
        value: perRelease * count,
      }
      return { name, value, unit: 'ms', aim: { timesPlain: 1.3 }, plain }
    }),
    {
      name: `Longest slice while ranking ${MANY.toLocaleString('en')} releases, best run`,
      value: times.slice,
      unit: 'ms',
      aim: { below: 5 },
    },
    {
      name: `Longest event loop turn while reading and ranking ${MANY.toLocaleString('en')} rows, best run`,
      value: times.turn,
      unit: 'ms',
      aim: { below: 5 },
      plain: { what: '`JSON.parse` of the rows', value: times.parse },
    },
  ]
}

/**
 * Ranks in a separate process, from a bundle like the server's: tools that run TypeScript directly name every
 * function as it is created, which costs more than the work of ranking's short functions.
 */
async function measure(stage: BenchStage): Promise<RankingTimes> {
  const rows = join(stage.configDir, 'rows.json')
  await writeFile(rows, JSON.stringify(benchRows(MANY, RANKED_BOOK, INDEXERS)))
  const outDir = join(ROOT, 'node_modules/.cache/earmark/bench')
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'error',
    build: { ssr: 'scripts/bench-ranking-run.ts', outDir, emptyOutDir: true },
  })
  const prowlarr = await stage.startPlain(rows)
  const { stdout } = await run(process.execPath, [join(outDir, 'bench-ranking-run.js'), prowlarr.url])
  await stage.stop(prowlarr)
  return timesSchema.parse(JSON.parse(stdout))
}
