import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** The columns for times at which something is to be done next, by their names. */
const PLANNED = /^(?:next|due|lease|request|remove|asked|pause|again)(?:[A-Z]\w*)?(?:At|Until)$/
/** Compares by itself, as its pauses depend on the row; `due.test.ts` checks that. */
const OWN_RULE = ['server/domain/fulfilment/fulfilments.repository.ts']

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(folder, file).replaceAll('\\', '/'))

it('Whether a planned time has come is asked by the rule that a wrong clock does not deceive', () => {
  const tables = filesIn('server/db/tables').map((file) => readFileSync(file, 'utf8'))
  const columns = tables
    .flatMap((text) => [...text.matchAll(/(\w+): time\(\)/g)].map(([, name = '']) => name))
    .filter((name) => PLANNED.test(name))
  expect(new Set(columns)).toContain('nextAttemptAt')
  const compared = new RegExp(String.raw`\b(?:lte?|gte)\(\s*[\w.]*\b(?:${[...new Set(columns)].join('|')}),`)
  const found = filesIn('server')
    .filter((file) => !OWN_RULE.includes(file))
    .filter((file) => compared.test(readFileSync(file, 'utf8')))
  expect(found, 'Use hasCome or isLeaseFree of server/db/due.ts.').toEqual([])
})
