import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { sourceFiles } from './imports'

/** A regular expression of the server. */
export interface Pattern {
  /** Where it is written, as `file:line`. */
  at: string
  source: string
  flags: string
}

/** All regular expressions written as literals, and where others are built. */
export function patternsIn(...folders: string[]): { literals: Pattern[]; builders: string[] } {
  const literals: Pattern[] = []
  const builders = new Set<string>()
  for (const file of sourceFiles(...folders).filter((path) => path.endsWith('.ts'))) {
    const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest)
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) {
        const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1
        const end = node.text.lastIndexOf('/')
        literals.push({
          at: `${file}:${line}`,
          source: node.text.slice(1, end),
          flags: node.text.slice(end + 1),
        })
      } else if (ts.isNewExpression(node) && node.expression.getText(source) === 'RegExp') {
        builders.add(file)
      }
      ts.forEachChild(node, visit)
    }
    visit(source)
  }
  return { literals, builders: [...builders] }
}

/** The regular expressions that modules build while they load. */
export async function patternsBuiltBy(files: readonly string[], load: (file: string) => Promise<unknown>) {
  const built: Pattern[] = []
  const Original = globalThis.RegExp
  let at = ''
  globalThis.RegExp = new Proxy(Original, {
    construct(target, [source, flags]: [pattern: string | RegExp, flags?: string]) {
      const pattern = new target(source, flags)
      built.push({ at, source: pattern.source, flags: pattern.flags })
      return pattern
    },
  })
  try {
    for (const file of files) {
      at = file
      await load(file)
    }
  } finally {
    globalThis.RegExp = Original
  }
  return built
}
