// @ts-check
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { ROOT } from './root.mjs'

/** The page component whose chunk /search loads after the entry. */
const FIRST_PAGE = /\/client\/pages\/search\w*\.vue$/i

/**
 * Builds the client in memory and follows what a first visit of /search loads: the entry, the search page, and
 * all they import statically.
 *
 * @returns {Promise<{ name: string, gzip: number }[]>} the scripts with their size in bytes after gzip, largest first
 */
export async function firstPageScripts() {
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

  const entries = chunks.filter((chunk) => chunk.isEntry)
  const pages = chunks.filter(
    (chunk) => chunk.isDynamicEntry && FIRST_PAGE.test(chunk.facadeModuleId?.replaceAll('\\', '/') ?? ''),
  )
  if (entries.length === 0 || pages.length === 0) {
    throw new Error(
      `The client has ${entries.length} entries and ${pages.length} search pages; expected one of each`,
    )
  }

  /** @type {Set<string>} */
  const loaded = new Set()
  const queue = [...entries, ...pages].map((chunk) => chunk.fileName)
  for (const name of queue) {
    if (loaded.has(name)) continue
    loaded.add(name)
    queue.push(...(byName.get(name)?.imports ?? []))
  }
  return [...loaded]
    .map((name) => ({ name, gzip: gzipSync(byName.get(name)?.code ?? '').byteLength }))
    .sort((a, b) => b.gzip - a.gzip)
}
