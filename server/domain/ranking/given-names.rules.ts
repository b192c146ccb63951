import names from './lexicon/given-names.json'
import nicknames from './lexicon/nicknames.json'

/**
 * Common given names of the languages in which most audiobooks are recorded, folded. They tell a narrator behind a
 * title ("Title - Scott Brick") from another title ("Title - Catching Fire"), which has the same form.
 */
const GIVEN_NAMES = new Set(Object.values(names).flatMap((list) => list.split(' ')))

/** For each name the groups of which it is one: those of a group are written for each other. */
const GROUPS = new Map<string, number[]>()
for (const [group, list] of nicknames.entries()) {
  for (const name of list.split(' ')) GROUPS.set(name, [...(GROUPS.get(name) ?? []), group])
}

/** Whether a folded word is a given name that many people have. */
export function isGivenName(key: string): boolean {
  return GIVEN_NAMES.has(key)
}

/** Whether two folded given names are one and the same: short, in another spelling, or transcribed in another way. */
export function isSameGivenName(one: string, other: string): boolean {
  if (one === other) return true
  const groups = GROUPS.get(other)
  return groups !== undefined && (GROUPS.get(one)?.some((group) => groups.includes(group)) ?? false)
}
