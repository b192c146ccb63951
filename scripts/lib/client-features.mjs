// @ts-check
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix, sep } from 'node:path'
import { ROOT } from './root.mjs'

/** @typedef {{ path: string, text: string, imports: Set<string> }} Source Paths are from the root, with slashes. */

const FOLDERS = ['client', 'server/contract', 'tests/client/features']
/** Other files that tests of the client may import. */
const BEYOND = /^(server|fakes|tests\/client)\//
/** Files that import every page or every schema: through them, everything would depend on everything. */
const LISTS = new Set(['client/app/routes.ts', 'server/contract/operations.ts'])

/**
 * The features of the client that contain no changed file and import none, even indirectly. A page is part of
 * its own feature, not of every feature that can open it.
 *
 * @param {readonly string[]} changed paths from the root, with slashes
 * @returns {string[]} their names
 */
export function untouchedFeatures(changed) {
  const sources = FOLDERS.flatMap(readSources)
  const known = new Set(sources.map(({ path }) => path))
  if (changed.some((path) => BEYOND.test(path) && !known.has(path))) return []
  const reached = new Set(changed)
  // The loop also visits paths added during it.
  for (const path of reached) {
    const dependsOnIt =
      path.startsWith('locales/') && existsSync(join(ROOT, path)) ? namesTextsOf(path) : imports(path)
    for (const source of sources) if (dependsOnIt(source)) reached.add(source.path)
  }
  const touched = new Set([...reached].map(featureOf))
  const features = new Set(sources.flatMap(({ path }) => featureOf(path) ?? []))
  return [...features].filter((name) => !touched.has(name))
}

/** @param {string} path */
const featureOf = (path) => /^(?:tests\/)?client\/features\/([^/]+)\//.exec(path)?.[1]

/** @param {string} path */
const imports = (path) => (/** @type {Source} */ source) => source.imports.has(path)

/**
 * Returns a check whether a source names a group of texts that a file declares.
 *
 * @param {string} path
 */
function namesTextsOf(path) {
  const groups = Object.keys(JSON.parse(readFileSync(join(ROOT, path), 'utf8')))
  const named = new RegExp(`['\`](${groups.join('|')})\\.`)
  return (/** @type {Source} */ source) => source.path.startsWith('client/') && named.test(source.text)
}

/**
 * @param {string} folder
 * @returns {Source[]}
 */
function readSources(folder) {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|vue)$/.test(name))
    .map((name) => {
      const path = posix.join(folder, name.split(sep).join('/'))
      const text = readFileSync(join(ROOT, path), 'utf8')
      return { path, text, imports: new Set(LISTS.has(path) ? [] : importsIn(path, text)) }
    })
}

/**
 * @param {string} path of the importing file
 * @param {string} text
 */
function importsIn(path, text) {
  return [...text.matchAll(/\b(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, name = '']) => {
    const file = name.startsWith('.')
      ? posix.join(posix.dirname(path), name)
      : name.replace('#client/', 'client/').replace('#contract/', 'server/contract/')
    return /\.(vue|json)$/.test(file) ? file : `${file}.ts`
  })
}
