// `npm run eval -- <folder>`: measures how well releases are matched, using judged ones: every `*.jsonl`
// whose rows have a verdict, every `*.truth.json` next to its search result, and `searches.json`. Without a
// folder, it uses the project's own judged names. Authors in the training data are judged by weights trained
// without them. `--mistakes` lists every mistake. It fails if a goal is missed.
import { parseArgs } from 'node:util'
import { TRAINED } from '#server/domain/ranking/evidence/model.rules'
import { readCases } from './lib/eval-cases'
import { foldModels, foldOf } from './ranking/folds'
import { goalsOf } from './ranking/goals'
import { measure } from './ranking/measure'
import { examplesOf, SETTINGS } from './ranking/learning'
import { reportLines } from './ranking/report'
import { TRAINING_FOLDER, trainedOnText, trainingCases } from './ranking/sources'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { mistakes: { type: 'boolean', default: false } },
})
const folders = positionals.length > 0 ? positionals : [TRAINING_FOLDER]
const cases = (await Promise.all(folders.map(readCases))).flat()
if (cases.length === 0) throw new Error(`No judged releases below ${folders.join(', ')}`)

const training = await trainingCases()
const examples = examplesOf(training, SETTINGS.seed)
const models = foldModels(examples, SETTINGS)
const seen = new Set(training.map(({ wanted }) => wanted.author ?? ''))
const measured = measure(
  cases,
  (author) => (seen.has(author) ? models[foldOf(author)] : undefined) ?? TRAINED,
)
console.log(reportLines(measured, trainedOnText(training), values.mistakes).join('\n'))
if (goalsOf(measured).some(({ met }) => !met)) process.exitCode = 1
