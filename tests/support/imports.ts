import { readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import ts from 'typescript'

/** One import of a source file. Paths are relative to the root of the project. */
export interface Import {
  from: string
  line: number
  /** As written. */
  specifier: string
  /** The file it refers to, if that is one of this project. */
  file: string | undefined
  /** Whether it disappears at run time. */
  typeOnly: boolean
  /** Whether it is loaded on demand: `import()`. */
  deferred: boolean
}

const ROOT = resolve('.')
const ALIASES: Record<string, string> = {
  '#contract/': 'server/contract/',
  '#server/': 'server/',
  '#client/': 'client/',
  '#fakes/': 'fakes/',
  '#tests/': 'tests/',
  '#scripts/': 'scripts/',
}

/** Every source file in some folders, by path relative to the root. */
export function sourceFiles(...folders: string[]): string[] {
  return folders.flatMap((folder) =>
    ts.sys
      .readDirectory(join(ROOT, folder), ['.ts', '.vue', '.js'], ['**/node_modules'])
      .map((path) => relative(ROOT, path))
      .toSorted(),
  )
}

/** The imports and re-exports of a file, including dynamic ones; for a component, those of its scripts. */
export function importsOf(from: string): Import[] {
  const text = readFileSync(join(ROOT, from), 'utf8')
  const source = ts.createSourceFile(
    from,
    from.endsWith('.vue') ? scriptsOf(text) : text,
    ts.ScriptTarget.Latest,
  )
  const found: Import[] = []
  const add = (node: ts.Node, name: ts.Expression | undefined, typeOnly: boolean, deferred = false) => {
    if (!name || !ts.isStringLiteralLike(name)) return
    const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1
    found.push({ from, line, specifier: name.text, file: fileOf(from, name.text), typeOnly, deferred })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) add(node, node.moduleSpecifier, importsTypesOnly(node.importClause))
    else if (ts.isExportDeclaration(node)) add(node, node.moduleSpecifier, node.isTypeOnly)
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      add(node, node.arguments[0], false, true)
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      if (ts.isStringLiteral(node.argument.literal)) add(node, node.argument.literal, true)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** Replaces everything but script with blank lines, so that line numbers stay correct. */
export function scriptsOf(component: string): string {
  let at = 0
  let scripts = ''
  for (const match of component.matchAll(/(<script\b[^>]*>)([\s\S]*?)<\/script>/g)) {
    const start = match.index + (match[1]?.length ?? 0)
    scripts += component.slice(at, start).replaceAll(/[^\n]/g, '') + (match[2] ?? '')
    at = start + (match[2]?.length ?? 0)
  }
  return scripts
}

function importsTypesOnly(clause: ts.ImportClause | undefined): boolean {
  if (!clause) return false
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true
  const bindings = clause.namedBindings
  return (
    !clause.name &&
    bindings !== undefined &&
    ts.isNamedImports(bindings) &&
    bindings.elements.length > 0 &&
    bindings.elements.every((element) => element.isTypeOnly)
  )
}

/** The file of this project that an import refers to. */
export function fileOf(from: string, specifier: string): string | undefined {
  const alias = Object.keys(ALIASES).find((prefix) => specifier.startsWith(prefix))
  const path = alias
    ? join(ROOT, ALIASES[alias] ?? '', specifier.slice(alias.length))
    : specifier.startsWith('.')
      ? resolve(ROOT, dirname(from), specifier)
      : undefined
  if (path === undefined) return undefined
  const candidates = [path, `${path}.ts`, `${path}.mjs`, join(path, 'index.ts')]
  return relative(ROOT, candidates.find((candidate) => ts.sys.fileExists(candidate)) ?? path)
}
