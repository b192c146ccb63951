// `npm run train`: learns the weights for ranking titles from the project's own judged names, and writes them
// to `server/domain/ranking/evidence/weights.json`. The same names give the same weights on every machine.
// With `--check`, it writes nothing, and fails if the file does not match the names.
import { readFile, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { examplesOf, SETTINGS, train } from './ranking/learning'
import { trainedOnText, trainingCases, WEIGHTS_FILE } from './ranking/sources'

const { check } = parseArgs({ options: { check: { type: 'boolean', default: false } } }).values

const cases = await trainingCases()
const examples = examplesOf(cases, SETTINGS.seed)
const learnt = `${JSON.stringify(train(examples), null, 2)}\n`
console.log(trainedOnText(cases))
if (check) {
  const isCurrent = (await readFile(WEIGHTS_FILE, 'utf8')) === learnt
  console.log(`${WEIGHTS_FILE} ${isCurrent ? 'is up to date.' : 'is out of date: npm run train'}`)
  if (!isCurrent) process.exitCode = 1
} else {
  await writeFile(WEIGHTS_FILE, learnt)
  const right = examples.filter(({ label }) => label === 1).length
  console.log(`${String(examples.length)} examples, ${String(right)} of them right. Written: ${WEIGHTS_FILE}`)
}
