import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, it } from 'vitest'
import { sourceFiles } from '#tests/support/imports'

/** Maximum lines of a function, factories included: more does not fit on a screen. */
const LONGEST = 60
/** Table definitions, contract objects and examples are data, even inside functions. */
const DATA = ['server/contract', 'server/db/tables', 'server/openapi']

/** The overlong functions of a file, as `file:line name, lines`. */
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

it('Every function of a service or a fake fits on a screen', () => {
  const isLeftOut = (file: string) => DATA.some((place) => file.startsWith(place))
  const found = sourceFiles('server', 'client', 'scripts', 'fakes', 'tests/support')
    .filter((file) => !isLeftOut(file))
    .flatMap(tooLong)
  expect(found, `Hand one context object to several functions.\n${found.join('\n')}\n`).toEqual([])
})
