import names from './lexicon/given-names.json'

/**
 * Common given names of the languages in which most audiobooks are recorded, folded. They tell a narrator behind a
 * title ("Title - Scott Brick") from another title ("Title - Catching Fire"), which has the same form.
 */
const GIVEN_NAMES = new Set(Object.values(names).flatMap((list) => list.split(' ')))

/** Whether a folded word is a given name that many people have. */
export function isGivenName(key: string): boolean {
  return GIVEN_NAMES.has(key)
}
