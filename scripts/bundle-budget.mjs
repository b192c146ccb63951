// @ts-check
// `node scripts/bundle-budget.mjs`: fails when the first page loads more JavaScript than its budget.
import { firstPageScripts } from './lib/first-page.mjs'

/** Bytes after gzip, for everything that /search loads on a first visit. */
const BUDGET = 110_000

const scripts = await firstPageScripts()
for (const { name, gzip } of scripts) console.log(`${kilobytes(gzip).padStart(10)}  ${name}`)
const total = scripts.reduce((sum, { gzip }) => sum + gzip, 0)
console.log(`${kilobytes(total).padStart(10)}  in all, of ${kilobytes(BUDGET)}`)
if (total > BUDGET) {
  console.error('The first page is over its budget: load what it does not show at once with import().')
  process.exitCode = 1
}

/** @param {number} bytes */
function kilobytes(bytes) {
  return `${(bytes / 1000).toFixed(1)} kB`
}
