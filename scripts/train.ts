// `npm run train`: learns the weights by which titles are judged from the project's own judged names and writes them
// to `server/domain/ranking/evidence/weights.json`. The same names give the same weights on every machine.
import { writeFile } from 'node:fs/promises'
import { examplesOf, SETTINGS, train } from './ranking/learning'
import { trainedOnText, trainingCases, WEIGHTS_FILE } from './ranking/sources'

const cases = await trainingCases()
const examples = examplesOf(cases, SETTINGS.seed)
const model = train(examples)
await writeFile(WEIGHTS_FILE, `${JSON.stringify(model, null, 2)}\n`)
const right = examples.filter(({ label }) => label === 1).length
console.log(trainedOnText(cases))
console.log(`${String(examples.length)} examples, ${String(right)} of them right. Written: ${WEIGHTS_FILE}`)
