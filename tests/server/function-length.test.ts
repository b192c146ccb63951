import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, it } from 'vitest'
import { sourceFiles } from '#tests/support/imports'

/** Lines that a function may have, factories included: more does not fit on a screen. */
const LONGEST = 60
/** Where it holds so far. A folder joins when its last long factory is written as functions over one context. */
const FOLDERS = [
  'server/async',
  'server/domain/auth',
  'server/domain/fulfilment',
  'server/domain/notifications',
  'server/domain/oidc',
  'server/jobs',
]

/** The functions of a file that are too long, as `file:line name, lines`. */
function tooLong(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
  const lineOf = (position: number) => source.getLineAndCharacterOfPosition(position).line + 1
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node)) {
      const lines = lineOf(node.end) - lineOf(node.getStart()) + 1
      const name = node.name?.getText() ?? 'a function'
      if (lines > LONGEST) found.push(`${file}:${lineOf(node.getStart())} ${name}, ${lines} lines`)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

it('A service is a module of functions that each fit on a screen', () => {
  const found = sourceFiles(...FOLDERS).flatMap(tooLong)
  expect(found, `Hand one context object to several functions.\n${found.join('\n')}\n`).toEqual([])
})
