import { join } from 'node:path'
import { readCases } from '#scripts/lib/eval-cases'
import type { EvalCase } from '#scripts/lib/eval-cases'
import { ROOT } from '#scripts/lib/root.mjs'

/** The judged names of the project, from which the weights are learnt. */
export const TRAINING_FOLDER = join(ROOT, 'tests', 'fixtures', 'judged')
export const WEIGHTS_FILE = join(ROOT, 'server/domain/ranking/evidence/weights.json')

/** All judged names, in a fixed order. */
export function trainingCases(): Promise<EvalCase[]> {
  return readCases(TRAINING_FOLDER)
}

/** The sources of the weights, as a sentence. */
export function trainedOnText(cases: readonly EvalCase[]): string {
  const authors = new Set(cases.map(({ wanted }) => wanted.author)).size
  return `Weights are learnt from tests/fixtures/judged alone: ${String(cases.length)} names by ${String(authors)} authors, with variations and recombinations.`
}
