import type { Model } from '#server/domain/ranking/evidence/model.rules'
import type { Example, Settings } from './learning'
import { train } from './learning'

export const FOLDS = 5

/** Which of the folds an author is in: all books of one are together. */
export function foldOf(author: string): number {
  let hash = 0
  for (const letter of author) hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) >>> 0
  return hash % FOLDS
}

/** For each fold a model that has seen none of its authors. */
export function foldModels(examples: readonly Example[], settings: Settings): Model[] {
  return Array.from({ length: FOLDS }, (_, fold) =>
    train(
      examples.filter(({ author }) => foldOf(author) !== fold),
      settings,
    ),
  )
}
