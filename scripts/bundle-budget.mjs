// @ts-check
// `node scripts/bundle-budget.mjs`: fails when the first page loads more JavaScript, or more files, than its budget.
import { firstPage } from './lib/first-page.mjs'

/** Bytes after gzip, for everything that / loads on a first visit. */
const BUDGET = 100_000
/** Scripts, stylesheets and fonts of that visit, one request each. */
const MOST_FILES = 19

const { scripts, others } = await firstPage()
for (const { name, gzip } of scripts) console.log(`${kilobytes(gzip).padStart(10)}  ${name}`)
const total = scripts.reduce((sum, { gzip }) => sum + gzip, 0)
console.log(`${kilobytes(total).padStart(10)}  in total, of ${kilobytes(BUDGET)}`)
if (total > BUDGET) {
  console.error('The first page is over its budget: use import() for what it does not show at once.')
  process.exitCode = 1
}

const files = scripts.length + others.length
console.log(`${String(files).padStart(10)}  files of at most ${MOST_FILES}, with ${others.join(', ')}`)
if (files > MOST_FILES) {
  console.error('The first page loads too many files: see the groups in vite.config.ts.')
  process.exitCode = 1
}

/** @param {number} bytes */
function kilobytes(bytes) {
  return `${(bytes / 1000).toFixed(1)} kB`
}
