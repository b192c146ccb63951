import { join } from 'node:path'
import { readCases } from '#scripts/lib/eval-cases'
import type { EvalCase } from '#scripts/lib/eval-cases'
import { ROOT } from '../lib/root.mjs'

/** The judged names of the project, which are what the weights are learnt from. */
export const TRAINING_FOLDER = join(ROOT, 'tests', 'fixtures', 'judged')
export const WEIGHTS_FILE = join(ROOT, 'server/domain/ranking/evidence/weights.json')

/** All of them, in a fixed order. */
export function trainingCases(): Promise<EvalCase[]> {
  return readCases(TRAINING_FOLDER)
}

/** What the weights were learnt from, in words. */
export function trainedOnText(cases: readonly EvalCase[]): string {
  const authors = new Set(cases.map(({ wanted }) => wanted.author)).size
  return `Weights are learnt from tests/fixtures/judged alone: ${String(cases.length)} names over ${String(authors)} authors, changed and put together again.`
}
