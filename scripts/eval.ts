// `npm run eval -- <directory>`: how well releases are matched, over labelled ones: every `*.jsonl` whose rows have a
// `match`, and every `*.truth.json` beside its search answer. Without a directory it takes the repository's own.
// It prints precision, recall and every mistake, and fails where a goal is missed.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readCases } from './lib/eval-cases'
import { isBelowGoal, judgeCases, reportLines } from './lib/eval-report'
import { ROOT } from './lib/root.mjs'

const { positionals } = parseArgs({ allowPositionals: true })
const configured = process.env['EVAL_DIRECTORY']
const directories =
  positionals.length > 0 ? positionals : [configured ?? join(ROOT, 'tests', 'fixtures', 'releases')]

const cases = (await Promise.all(directories.map(readCases))).flat()
if (cases.length === 0) throw new Error(`No labelled releases below ${directories.join(', ')}`)
const judgements = judgeCases(cases)
console.log(reportLines(judgements).join('\n'))
if (isBelowGoal(judgements)) process.exitCode = 1
