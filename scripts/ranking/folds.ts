import type { Model } from '#server/domain/ranking/evidence/model.rules'
import type { Example, Settings } from './learning'
import { train } from './learning'

export const FOLDS = 5

/** The fold of an author; all books by one author are in the same fold. */
export function foldOf(author: string): number {
  let hash = 0
  for (const letter of author) hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) >>> 0
  return hash % FOLDS
}

/** For each fold, a model trained without its authors. */
export function foldModels(examples: readonly Example[], settings: Settings): Model[] {
  return Array.from({ length: FOLDS }, (_, fold) =>
    train(
      examples.filter(({ author }) => foldOf(author) !== fold),
      settings,
    ),
  )
}
