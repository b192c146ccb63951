import { isCode } from './evidence/chunks.rules'
import type { TitleMatch } from './match.rules'
import type { PersonVerdict } from './people-match.rules'
import type { ReadTitle } from './release-title.rules'
import type { SeriesVerdict } from './series-match.rules'
import { LIGHT, isA } from './vocabulary.rules'

/**
 * Whether a release without the title identifies the book by author, series and number, and names nothing
 * else: "Terry Pratchett - Discworld 21". Numbering differs between sources, so a person has to check it
 * before it is grabbed.
 */
export function isNamedByNumber(
  { words }: ReadTitle,
  { window, labels }: TitleMatch,
  volumes: SeriesVerdict,
  authors: PersonVerdict,
): boolean {
  const { series, same, other, range, part } = volumes
  if (window || part || authors.strength < 2) return false
  if (series === null || same === null || other !== null || range !== null) return false
  return words.every((word, at) => labels[at] !== undefined || isA(word, LIGHT) || isCode(word))
}
