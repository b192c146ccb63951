import type { RequestedBookDto } from '#contract/books'
import { LIST_KEPT_DAYS, type ListAlternativeDto, type ListDto, type ListEntryDto } from '#contract/lists'
import type { StoredFacts } from '#server/db/stored-facts'
import { coverOf } from '#server/domain/books/presentation.rules'
import type { KeptEntry, KeptList } from './lists.types'

const DAY = 86_400_000

/** Lists that have not changed since this time are deleted. */
export function keptFrom(now: Date): Date {
  return new Date(now.getTime() - LIST_KEPT_DAYS * DAY)
}

/** A list as presented to its owner. */
export function presentList(list: KeptList, counts: ListDto['counts']): ListDto {
  const { id, name, source, region, pause, nextAttemptAt } = list
  return {
    id,
    name,
    source,
    region,
    created_at: list.createdAt.toISOString(),
    removed_at: new Date(list.updatedAt.getTime() + LIST_KEPT_DAYS * DAY).toISOString(),
    counts,
    paused: pause && nextAttemptAt ? { ...pause, until: nextAttemptAt.toISOString() } : null,
  }
}

/**
 * An entry as presented to the list's owner.
 * @param match the book chosen for it.
 */
export function presentEntry(
  entry: KeptEntry,
  match: RequestedBookDto | undefined,
  baseUrl: string,
): ListEntryDto {
  const { number, title, author, state, selected, requesting, refusal, candidates, asin } = entry
  const others = (candidates ?? []).filter((candidate) => candidate.asin !== asin)
  return {
    number,
    title,
    author,
    state,
    selected,
    requesting,
    refused: refusal,
    match: match ?? null,
    alternatives: others.map((candidate) => presentAlternative(candidate, baseUrl)),
  }
}

function presentAlternative(candidate: StoredFacts, baseUrl: string): ListAlternativeDto {
  const { asin, title, subtitle, authors, narrators, language, edition, runtimeMin } = candidate
  return {
    asin,
    title,
    subtitle,
    authors,
    narrators,
    cover_image: coverOf(candidate, baseUrl),
    cover_url: candidate.coverUrl ?? null,
    runtime_length_min: runtimeMin,
    language,
    edition,
  }
}
