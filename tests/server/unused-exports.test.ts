import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { fileOf, sourceFiles } from '#tests/support/imports'

// Formatted sources can be read by patterns, in a fraction of the time of parsing them.
const EXPORT =
  /^export (?:abstract |async )?(?:class|const|function\*?|interface|let|type) (?:\{(.+?),?\s*\}|(\w+))/gms
const IMPORT = /^(?:import|export) (?:[^'{]*\{([^}]*)\})?[^'{]*from '([^']+)'|\bimport\('([^']+)'\)/gm

/**
 * Modules whose importers are outside the sources: bundlers put them in place of packages, workerd runs them, or they
 * contain sources to be written.
 */
const isForOutside = (file: string) =>
  /^server\/start\/(no-ofetch|worker)\.ts$|^tests\/durable\/inside\/|^scripts\/lib\/message-t/.test(file)

/** What a file imports, as `file name`; the name is `*` if it takes everything. */
function importsOf(from: string): string[] {
  return [...readFileSync(from, 'utf8').matchAll(IMPORT)].flatMap(([, names = '*', specifier, loaded]) => {
    const file = fileOf(from, specifier ?? loaded ?? '')
    return names.split(',').map((name) => `${file} ${name.trim().replace(/^type | as .*/g, '')}`)
  })
}

/** What a file exports, as `file name`. */
function exportsOf(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(EXPORT)].flatMap(([, bound, name = '']) =>
    (bound ?? name).split(',').map((one) => `${file} ${one.trim().replace(/.*: /, '')}`),
  )
}

it('Every export has an importer', () => {
  const files = sourceFiles('server', 'client', 'fakes', 'scripts', 'tests')
  const configurations = readdirSync('.').filter((name) => name.endsWith('.ts'))
  const imported = new Set([...files, ...configurations].flatMap(importsOf))
  const unused = files
    .filter((file) => !file.endsWith('.vue') && !isForOutside(file) && !imported.has(`${file} *`))
    .flatMap(exportsOf)
    .filter((name) => !imported.has(name))
  expect(unused, `Remove these, or only their \`export\`.\n${unused.join('\n')}\n`).toEqual([])
})
