// `npm run bench`: what Earmark costs on this machine, compared with plain Node. It prints a table; `npm run
// bench -- --write` also puts it into docs/benchmarks.md. `npm run bench -- --runtimes` compares runtimes and
// writes only that section. No test asserts these figures.
import { readFile, writeFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { format, resolveConfig } from 'prettier'
import { measureAccounts } from './bench-accounts'
import { measureDownloads } from './bench-downloads'
import { measureFirstPage } from './bench-first-page'
import { measureLibrary } from './bench-library'
import { measureLists } from './bench-lists'
import { measureNotifications } from './bench-notifications'
import { measureOverload } from './bench-overload'
import { measureRanking } from './bench-ranking'
import { measureReleases } from './bench-releases'
import { measureRuntimes } from './bench-runtimes'
import { measureServer } from './bench-server'
import { measureSoak } from './bench-soak'
import { measureStreams } from './bench-streams'
import { createBenchStage, type BenchStage } from './lib/bench-stage'
import { ensureBuild } from './lib/build.mjs'
import { isMet, renderTable, type Figure } from './lib/figures'
import { ROOT } from './lib/root.mjs'
import { missedIn, renderSheet, type Sheet } from './lib/sheet'

const REPORT = join(ROOT, 'docs', 'benchmarks.md')

/** Every part, by its name on the command line. */
const PARTS: Record<string, (stage: BenchStage) => Promise<(Figure | Sheet)[]>> = {
  server: measureServer,
  'first-page': measureFirstPage,
  accounts: measureAccounts,
  ranking: measureRanking,
  releases: measureReleases,
  notifications: measureNotifications,
  lists: measureLists,
  streams: measureStreams,
  downloads: measureDownloads,
  library: measureLibrary,
  overload: measureOverload,
  soak: measureSoak,
}
/** Parts that take minutes. They run only by name, or with `--all`. */
const LONG = ['soak']

const { values, positionals } = parseArgs({
  options: {
    write: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
    runtimes: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})
const unknown = positionals.filter((name) => !(name in PARTS))
if (unknown.length > 0)
  throw new Error(`Unknown: ${unknown.join(', ')}. Parts: ${Object.keys(PARTS).join(', ')}`)
if (values.write && positionals.length > 0) throw new Error('The report needs every part')

await ensureBuild()
const stage = await createBenchStage()
try {
  if (values.runtimes) await compareRuntimes()
  else await measureParts()
} finally {
  await stage.close()
}

async function measureParts(): Promise<void> {
  const figures: Figure[] = []
  const sheets: Sheet[] = []
  for (const [name, measure] of Object.entries(PARTS)) {
    if (!isWanted(name)) continue
    console.log(`Measuring: ${name}…`)
    for (const found of await measure(stage)) {
      if ('rows' in found) sheets.push(found)
      else figures.push(found)
    }
  }
  const table = [renderTable(figures), ...sheets.map(renderSheet)].join('\n\n')
  const missed =
    figures.filter((figure) => !isMet(figure)).length +
    sheets.map(missedIn).reduce((sum, count) => sum + count, 0)
  console.log(`\n${table}\n\n${missed === 0 ? 'Every goal is met.' : `${missed} missed.`} ${circumstances()}`)
  if (values.write) await writeReport(table)
}

/** Writes the runtimes section, which is last in the report. Other reports keep it. */
async function compareRuntimes(): Promise<void> {
  const section = renderSheet(await measureRuntimes(stage, circumstances))
  console.log(`\n${section}`)
  const [before] = await previousReport()
  await writeFormatted(`${before}${section}\n`)
}

/** @returns the report up to the runtimes section, and that section. */
async function previousReport(): Promise<[string, string]> {
  const former = await readFile(REPORT, 'utf8')
  const at = former.indexOf('## Runtimes')
  return at < 0 ? [`${former}\n`, ''] : [former.slice(0, at), former.slice(at)]
}

function isWanted(name: string): boolean {
  if (values.all || positionals.includes(name)) return true
  return positionals.length === 0 && !LONG.includes(name)
}

function circumstances(): string {
  const [processor] = cpus()
  const machine = `${cpus().length} × ${processor?.model.trim() ?? 'unknown processor'}, Node ${process.versions.node}`
  return `${machine}, load ${loadavg()[0]?.toFixed(1) ?? 'unknown'} at the end.`
}

async function writeReport(table: string): Promise<void> {
  const [, runtimes] = await previousReport()
  const day = new Date().toISOString().slice(0, 10)
  const text = `# Benchmarks

Written by \`npm run bench -- --write\` on ${day}; ${circumstances()} The load is generated on the same machine, so compare only figures from one run. The baseline is the same work done by Node or a library alone: the least it can cost on this machine.

${table}

${runtimes}`
  await writeFormatted(text)
}

async function writeFormatted(text: string): Promise<void> {
  await writeFile(REPORT, await format(text, { ...(await resolveConfig(REPORT)), filepath: REPORT }))
}
