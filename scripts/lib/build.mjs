// @ts-check
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ROOT } from './root.mjs'
import { exitOnFailure, runNpm } from './run.mjs'

/** Everything that the build reads. A directory stands for all its files. */
export const SOURCES = [
  'client',
  'server',
  'migrations',
  'nitro.config.ts',
  'vite.config.ts',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
]

/** The built server, which needs only Node to run. */
export const SERVER_ENTRY = join(ROOT, '.output', 'server', 'index.mjs')
const STAMP = join(ROOT, '.output', 'sources.sha256')

/** Builds client and server, unless the last build was made from exactly the same sources. */
export async function ensureBuild() {
  const sources = hashSources()
  if (existsSync(SERVER_ENTRY) && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === sources) return
  console.log('Building (npm run build)…')
  rmSync(STAMP, { force: true })
  exitOnFailure('npm run build', await runNpm(['run', 'build']))
  writeFileSync(STAMP, sources)
}

/** @returns {string} a digest of the names and contents of all sources */
function hashSources() {
  const hash = createHash('sha256')
  for (const source of SOURCES) {
    for (const path of listFiles(join(ROOT, source))) {
      hash
        .update(`${relative(ROOT, path)}\0`)
        .update(readFileSync(path))
        .update('\0')
    }
  }
  return hash.digest('hex')
}

/**
 * @param {string} path a file or directory, which may be missing
 * @returns {string[]} the files in it, in a stable order
 */
function listFiles(path) {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .sort()
    .flatMap((name) => listFiles(join(path, name)))
}
