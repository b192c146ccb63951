// @ts-check
// Fails if `npm run generate` changes a file: committed files must match their sources.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './lib/root.mjs'
import { exitOnFailure, runNpm } from './lib/run.mjs'

const FILES = ['README.md', 'server/contract/words/messages.ts']
const GENERATED = [...FILES, 'migrations']

const before = digest()
exitOnFailure('npm run generate', await runNpm(['run', 'generate']))
if (digest() !== before) {
  console.error('`npm run generate` changed these files; commit what it wrote:')
  execFileSync('git', ['--no-pager', 'diff', '--stat', '--', ...GENERATED], { cwd: ROOT, stdio: 'inherit' })
  process.exitCode = 1
}

/** @returns {string} a digest of the names and contents of all generated files */
function digest() {
  const migrations = readdirSync(join(ROOT, 'migrations'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  const hash = createHash('sha256')
  for (const path of [...FILES.map((file) => join(ROOT, file)), ...migrations.sort()]) {
    hash.update(path).update('\0').update(readFileSync(path)).update('\0')
  }
  return hash.digest('hex')
}
