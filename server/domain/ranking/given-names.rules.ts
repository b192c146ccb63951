import names from './lexicon/given-names.json'
import nicknames from './lexicon/nicknames.json'

/**
 * Common given names, folded, in the languages of most audiobooks. They distinguish a narrator after a title
 * ("Title - Scott Brick") from another title of the same form ("Title - Catching Fire").
 */
const GIVEN_NAMES = new Set(Object.values(names).flatMap((list) => list.split(' ')))

/** The groups that each name belongs to; names in a group are interchangeable. */
const GROUPS = new Map<string, number[]>()
for (const [group, list] of nicknames.entries()) {
  for (const name of list.split(' ')) GROUPS.set(name, [...(GROUPS.get(name) ?? []), group])
}

/** Whether a folded word is a common given name. */
export function isGivenName(key: string): boolean {
  return GIVEN_NAMES.has(key)
}

/** Whether two folded given names are the same: a short form, another spelling or another transcription. */
export function isSameGivenName(one: string, other: string): boolean {
  if (one === other) return true
  const groups = GROUPS.get(other)
  return groups !== undefined && (GROUPS.get(one)?.some((group) => groups.includes(group)) ?? false)
}
