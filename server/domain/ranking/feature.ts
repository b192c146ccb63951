import type { RankingInput } from './ranking.types'

/** Ranks releases in slices. The rules and their word lists are loaded when there is something to compare. */
export async function rank(input: RankingInput, pause: () => Promise<void>) {
  const { rankInSlices } = await import('./ranking.rules')
  return rankInSlices(input, pause)
}

/** Matches books with the contents of libraries. */
export const libraryMatcher = async () => (await import('./library-matcher.rules')).libraryMatcher

/** Matches entries of imported lists with books. */
export const listMatcher = async () => (await import('./list-matcher.rules')).listMatcher
