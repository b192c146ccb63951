// @ts-check
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { ROOT } from './root.mjs'

const PUBLIC = join(ROOT, 'client', 'public')
/** The modules that the router loads for / after the entry, and the texts in one language. */
const FIRST_PAGE = [
  /messages:en\/app$/,
  /\/client\/layout\/AppLayout\.vue$/,
  /\/client\/features\/discover\/DiscoverPage\.vue$/,
]

/**
 * Builds the client in memory and lists the files that a first visit to / loads: the entry, the layout, the
 * Discover page, and all their static imports.
 *
 * @returns {Promise<{ scripts: { name: string, gzip: number }[], others: string[] }>} the scripts with their
 *   size in bytes after gzip, largest first, and the stylesheets and fonts
 */
export async function firstPage() {
  const result = await build({
    configFile: join(ROOT, 'vite.config.ts'),
    logLevel: 'warn',
    build: { write: false },
  })
  const outputs = Array.isArray(result) ? result : 'output' in result ? [result] : []
  const chunks = outputs.flatMap(({ output }) =>
    output.flatMap((part) => (part.type === 'chunk' ? [part] : [])),
  )
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))

  const entries = chunks.filter((chunk) => chunk.isEntry && chunk.name === 'index')
  const parts = FIRST_PAGE.map((component) => {
    const found = chunks.find(({ moduleIds }) =>
      moduleIds.some((module) => component.test(module.replaceAll('\\', '/'))),
    )
    if (!found) throw new Error(`No chunk of the client is ${component}: has the file moved?`)
    return found
  })

  /** @type {Set<string>} */
  const loaded = new Set()
  const queue = [...entries, ...parts].map((chunk) => chunk.fileName)
  for (const name of queue) {
    if (loaded.has(name)) continue
    loaded.add(name)
    queue.push(...(byName.get(name)?.imports ?? []))
  }
  // Scripts that the build inlines into the page, to run before anything is shown.
  const unbundled = readdirSync(PUBLIC)
    .filter((name) => name.endsWith('.js'))
    .map((name) => ({ name, code: readFileSync(join(PUBLIC, name), 'utf8') }))
  const scripts = [...[...loaded].map((name) => ({ name, code: byName.get(name)?.code ?? '' })), ...unbundled]
    .map(({ name, code }) => ({ name, gzip: gzipSync(code).byteLength }))
    .sort((a, b) => b.gzip - a.gzip)
  const styles = [...loaded].flatMap((name) => [...(byName.get(name)?.viteMetadata?.importedCss ?? [])])
  const fonts = outputs.flatMap(({ output }) =>
    output.flatMap(({ fileName }) => (fileName.endsWith('.woff2') ? [fileName] : [])),
  )
  return { scripts, others: [...new Set(styles), ...fonts] }
}
