import type { TitleMatch } from './match.rules'
import { peopleOf, samePerson, type Person } from './people.rules'
import type { IndexerMetadata } from './ranking.types'
import type { Wanted } from './wanted.rules'

export interface PersonVerdict {
  /** The wanted person, if found. */
  found: string | null
  /** Certainty: 2 for the full name, 1 for the last name alone, 0 if not found. */
  strength: number
  /** The person named in place of the wanted one. */
  other: string | null
}

/**
 * Compares the authors that the title and the indexer's data name with the wanted ones. `ratio` is 0 to 1.
 */
export function compareAuthors(
  match: TitleMatch,
  wanted: Wanted,
  metadata: IndexerMetadata | null,
  ratio: number,
): PersonVerdict {
  const listed = fromList(metadata?.authors ?? [], wanted.authors, ratio)
  if (listed !== null && listed.found !== null) return listed
  if (match.author && (listed === null || match.author.strength === 'full')) {
    return {
      found: match.author.person.name,
      strength: match.author.strength === 'full' ? 2 : 1,
      other: null,
    }
  }
  if (listed) return listed
  const other = wanted.authors.length > 0 ? match.otherAuthor : null
  return { found: null, strength: 0, other }
}

/** Whether the indexer's own data name a wanted author. `ratio` is 0 to 1. */
export function isAuthorListed(wanted: Wanted, metadata: IndexerMetadata | null, ratio: number): boolean {
  const listed = fromList(metadata?.authors ?? [], wanted.authors, ratio)
  return listed !== null && listed.found !== null
}

/** Compares the narrators that the title and the indexer's data name with the wanted ones. */
export function compareNarrators(
  match: TitleMatch,
  wanted: Wanted,
  metadata: IndexerMetadata | null,
  ratio: number,
): PersonVerdict {
  if (match.narrator) return { found: match.narrator.person.name, strength: 2, other: null }
  const listed = fromList(metadata?.narrators ?? [], wanted.narrators, ratio)
  if (listed) return listed
  return { found: null, strength: 0, other: wanted.narrators.length > 0 ? match.otherNarrator : null }
}

/** Null if the list is empty or no one is wanted, so that nothing is known. */
function fromList(names: readonly string[], wanted: readonly Person[], ratio: number): PersonVerdict | null {
  if (names.length === 0 || wanted.length === 0) return null
  for (const person of peopleOf(names)) {
    const found = wanted.find((one) => samePerson(one, person, ratio))
    if (found) return { found: found.name, strength: 2, other: null }
  }
  return { found: null, strength: 0, other: names.join(', ') }
}
