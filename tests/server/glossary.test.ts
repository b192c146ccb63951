import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import ts from 'typescript'
import { sourceFiles } from '#tests/support/imports'

/** A word that is gone from identifiers and comments, and its replacement. */
interface Gone {
  word: RegExp
  use: string
  /** Files in which the word means something else. */
  but?: (file: string) => boolean
}

const GONE: Gone[] = [
  {
    word: /\b[hH]and-overs?\b|handOver|HandOver|handedOver|\bhand(s|ed|ing)? (a|one|another) release over\b/,
    use: 'grab',
  },
  {
    word: /\blook-up\b|LookUp|\blookUp\b/,
    use: 'reconcile',
    // The system's own lookup of host names.
    but: (file) => file === 'server/upstream/public-request.ts',
  },
  { word: /\b(create)?ByHand(Dependencies)?\b|\bbyHand \(the feature\)/, use: 'admin actions' },
  { word: /\bjudging\b|JudgedRelease/i, use: 'rank' },
  { word: /\bbook-?news\b|DownloadNews/i, use: 'fulfilment events' },
  { word: /\bin-turns?\b|\binTurns?\b/, use: 'coalesce or yieldEvery' },
  { word: /patience|\bpatient(ly)?\b/i, use: 'timeout' },
  { word: /\bwoken\b|WokenWorker/i, use: 'called' },
  { word: /\bdepartures?\b|createDepartures/i, use: 'withdraw-all' },
  { word: /\bviewers?\b|mayKnow/i, use: 'visible to, canSee' },
  { word: /misfit/i, use: 'issue' },
  { word: /\bproofs?\b|holdProof/, use: 'credentials unchanged' },
  { word: /\btrials?\b|createTrials?/i, use: 'target test' },
  { word: /\bentrances?\b|createEntrance/i, use: 'gateway' },
  { word: /looksUnasked|\bunasked\b/i, use: 'automatic' },
  { word: /\banew\b|Anew/, use: 'again' },
  { word: /beside-?title/i, use: 'unexplained words' },
  { word: /\bgo(es|ne)? on with\b/i, use: 'resume' },
  { word: /\bnextTry|\b(list|Logged|Delivery)(Try|Tries)\b|\bTRIES\b/, use: 'attempt' },
  { word: /\b(findWork|workOf)\b/, use: 'fulfilment' },
  {
    word: /\bbyHand\b/,
    use: 'atOnce or manualOnly',
    // A request typed in by hand.
    but: (file) => /^client\/features\/(people|search)\//.test(file),
  },
]

/** The words of a file outside texts: identifiers and comments, each with its line. */
function wordsOf(file: string): { line: number; text: string }[] {
  const source = readFileSync(file, 'utf8')
  const code = file.endsWith('.vue') ? scriptOf(source) : source
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

/** The script of a component, at its original lines. */
function scriptOf(source: string): string {
  const script = /<script[^>]*>(.*?)<\/script>/s.exec(source)
  if (script?.[1] === undefined) return ''
  const before = source.slice(0, script.index + script[0].indexOf('>') + 1)
  return '\n'.repeat(before.split('\n').length - 1) + script[1]
}

const sources = sourceFiles('server', 'client', 'fakes', 'scripts').map((file) => ({
  file,
  words: wordsOf(file),
}))

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
  const rows = glossary.slice(glossary.indexOf('## Words that are gone')).split('\n')
  const missing = GONE.filter(
    ({ word, use }) =>
      !rows.some((row) => word.test(row) && use.split(/,| or /).every((one) => row.includes(one.trim()))),
  ).map(({ use }) => use)
  expect(missing).toEqual([])
})
