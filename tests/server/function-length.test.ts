import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, it } from 'vitest'
import { scriptsOf, sourceFiles } from '#tests/support/imports'

/** Maximum lines of a function, factories and the setup of components included: more does not fit on a screen. */
const LONGEST = 60
/** Table definitions, contract objects and examples are data, even inside functions. */
const DATA = ['server/contract', 'server/db/tables', 'server/openapi']
/** Calls whose functions are tests, or groups of them. */
const TESTS = /^(?:describe|it|onEachDatabase)\b/

/** The overlong functions of a file, as `file:line name, lines`. */
function tooLong(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  const isComponent = file.endsWith('.vue')
  const code = isComponent ? scriptsOf(text) : text
  const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true)
  const lineOf = (position: number) => source.getLineAndCharacterOfPosition(position).line + 1
  const found: string[] = []
  const measure = (name: string, start: number, end: number) => {
    const lines = lineOf(end) - lineOf(start) + 1
    if (lines > LONGEST) found.push(`${file}:${lineOf(start)} ${name}, ${lines} lines`)
  }
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && !isTest(node)) {
      measure(node.name?.getText() ?? 'a function', node.getStart(), node.end)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  // The script of a component is the body of a function, but for the imports.
  const body = source.statements.filter((statement) => !ts.isImportDeclaration(statement))
  const [first, last] = [body.at(0), body.at(-1)]
  if (isComponent && first && last) measure('the setup', first.getStart(), last.end)
  return found
}

function isTest({ parent }: ts.SignatureDeclaration): boolean {
  return ts.isCallExpression(parent) && TESTS.test(parent.expression.getText())
}

it('Every function, but for tests themselves, fits on a screen', () => {
  const isLeftOut = (file: string) => DATA.some((place) => file.startsWith(place))
  const found = sourceFiles('server', 'client', 'scripts', 'fakes', 'tests')
    .filter((file) => !isLeftOut(file))
    .flatMap(tooLong)
  expect(found, `Hand one context object to several functions.\n${found.join('\n')}\n`).toEqual([])
})
