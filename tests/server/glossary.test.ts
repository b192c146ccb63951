import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import ts from 'typescript'
import { scriptsOf, sourceFiles } from '#tests/support/imports'

/** A word that is gone from identifiers, comments and English texts, and its replacement. */
interface Gone {
  word: RegExp
  use: string
  /** Files in which the word means something else. */
  but?: (file: string) => boolean
}

const GONE: Gone[] = [
  {
    word: /[hH]and-?[oO]ver|handedOver|\bhand(s|ed|ing)? (a|one|another) release over\b/,
    use: 'grab',
  },
  {
    word: /look-up|LookUp|\blookUp/,
    use: 'reconcile',
    // The system's own lookup of host names.
    but: (file) => /(public-request|public-post\.test|covers\.service\.test)\.ts$/.test(file),
  },
  { word: /createByHand|ByHandDependencies/, use: 'admin actions' },
  { word: /[jJ]udg(?!ed)|^Judged$|JudgedRelease/, use: 'rank' },
  { word: /book-?news|DownloadNews/i, use: 'fulfilment events' },
  { word: /\bin-turns?\b|[iI]nTurn/, use: 'coalesce or yieldEvery' },
  { word: /patien(ce|t)/i, use: 'timeout' },
  { word: /woken/i, use: 'called' },
  { word: /departure/i, use: 'withdraw-all' },
  { word: /viewer|mayKnow/i, use: 'visible to, canSee' },
  { word: /misfit/i, use: 'issue' },
  { word: /proof/i, use: 'credentials unchanged' },
  { word: /trial/i, use: 'target test' },
  { word: /entrance/i, use: 'gateway' },
  { word: /unasked/i, use: 'automatic' },
  { word: /anew/i, use: 'again' },
  { word: /beside-?title/i, use: 'unexplained words' },
  { word: /\bgo(es|ne)? on with\b|\bgo(es)?On\b/i, use: 'resume or mayContinue' },
  {
    word: /nextTr(y|ies)|(list|Logged|[dD]elivery)(Try|Tries)|\bnoTries\b|\bTRIES\b|\btry(One|All)\b|TriedDelivery/,
    use: 'attempt',
  },
  { word: /\b(findWork|workO[fn])\b/, use: 'fulfilment' },
  { word: /spoken-?for/i, use: 'requested' },
  { word: /attendance/i, use: 'unattended' },
  { word: /indexer[ _]?source/i, use: 'search service' },
  { word: /Integration(Driver|Settings|State)\b/, use: 'connection' },
  { word: /sign-in method/i, use: 'login type' },
  { word: /sign-in events/i, use: 'audit log' },
  // As the name of a value or a text.
  { word: /^\s*"?needed("|$)/, use: 'required' },
  {
    word: /by_?[hH]and\b/,
    use: 'atOnce or manualOnly',
    // A request by hand, and the column of earlier versions.
    but: (file) =>
      /^client\/features\/(people|search)\/|^locales\/en\/(lists|app\/(requests|search))\.|attempt-columns-migration/.test(
        file,
      ),
  },
]

/** Identifiers and comments of a file, or the lines of a message file, each with its line number. */
function wordsOf(file: string): { line: number; text: string }[] {
  const source = readFileSync(file, 'utf8')
  if (file.endsWith('.json')) return source.split('\n').map((text, at) => ({ line: at + 1, text }))
  const code = file.endsWith('.vue') ? scriptsOf(source) : source
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, false, ts.LanguageVariant.Standard, code)
  const found: { line: number; text: string }[] = []
  let line = 1
  let seen = 0
  for (let kind = scanner.scan(); kind !== ts.SyntaxKind.EndOfFileToken; kind = scanner.scan()) {
    const start = scanner.getTokenStart()
    line += code.slice(seen, start).split('\n').length - 1
    seen = start
    const isComment =
      kind === ts.SyntaxKind.SingleLineCommentTrivia || kind === ts.SyntaxKind.MultiLineCommentTrivia
    if (isComment || kind === ts.SyntaxKind.Identifier) found.push({ line, text: scanner.getTokenText() })
  }
  return found
}

const SELF = 'tests/server/glossary.test.ts'
const files = [
  ...sourceFiles('server', 'client', 'fakes', 'scripts', 'tests').filter((file) => file !== SELF),
  ...readdirSync('locales/en', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .map((name) => `locales/en/${name}`),
]
const sources = files.map((file) => ({ file, words: wordsOf(file) }))

it.each(GONE)('$word is gone: use $use', ({ word, use, but }) => {
  const left = sources.flatMap(({ file, words }) =>
    but?.(file)
      ? []
      : [
          ...(word.test(file) ? [`${file} is called so`] : []),
          ...words.filter(({ text }) => word.test(text)).map(({ line }) => `${file}:${line}`),
        ],
  )
  expect(left, `docs/GLOSSARY.md: say “${use}”.\n${left.join('\n')}\n`).toEqual([])
})

it('The glossary names every word that is gone with the one to use', () => {
  const glossary = readFileSync('docs/GLOSSARY.md', 'utf8')
  const rows = glossary
    .slice(glossary.indexOf('## Words that are gone'))
    .split('\n')
    .map((row) => row.split('|'))
  const missing = GONE.filter(
    ({ word, use }) =>
      !rows.some(
        ([, gone = '', instead = '']) =>
          gone.split(',').some((one) => word.test(one.replace(/\(.*/, '').trim())) &&
          use.split(/,| or /).every((one) => instead.includes(one.trim())),
      ),
  ).map(({ use }) => use)
  expect(missing).toEqual([])
})
