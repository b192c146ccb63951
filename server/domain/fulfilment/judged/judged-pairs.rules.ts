import type { JudgedPairDto, PersonVerdict } from '#contract/judged-pairs'
import type { Verdict } from '#contract/releases'
import type { StoredOffer, StoredRelease, StoredWanted } from '#server/db/stored-release'
import type { WantedBook } from '#server/domain/ranking/ranking.types'
import type { JudgedPair } from './judged-pairs.repository'

/** Whether it is the wanted book. Rejecting a release for quality or format says nothing about that. */
const IS_SAME_BOOK: Readonly<Record<PersonVerdict, boolean | null>> = {
  right: true,
  unwanted: null,
  another_book: false,
}

/** A link leads to an indexer and may contain the key of an account there. */
const LINK = /\b(?:https?|ftp):\/\/\S+|\bmagnet:\S+/gi

/** The verdict of the ranking alone, as if no one had blocked the release. */
export function withoutBlock(verdict: Verdict): Verdict {
  const reasons = verdict.reasons.filter(({ code }) => code !== 'blocked')
  if (reasons.length === verdict.reasons.length) return verdict
  return { ...verdict, accepted: !reasons.some(({ effect }) => effect === 'reject'), reasons }
}

/** Whether grabbing a release overrules the ranking, or an earlier ruling of a person. */
export function isOverruled(verdict: Verdict, isBlocked: boolean): boolean {
  return isBlocked || !withoutBlock(verdict).accepted
}

/**
 * The verdict to store with a ruling.
 * @param present from the newest search; a block in it hides whether the release would have been grabbed.
 * @param former stored with an earlier ruling; null if there was none.
 */
export function verdictToKeep(present: Verdict, former: Verdict | null): Verdict {
  const own = withoutBlock(present)
  return own === present ? present : (former ?? own)
}

/** The book as it is wanted now. */
export function storedWanted(book: WantedBook): StoredWanted {
  return {
    title: book.title,
    subtitle: book.subtitle,
    authors: [...book.authors],
    narrators: [...book.narrators],
    series: book.series.map(({ title, position }) => ({ title, position })),
    language: book.language,
    edition: book.edition,
    runtime_min: book.runtimeMin,
  }
}

/** The facts that a release was ranked by; neither its links nor its id at the indexer. */
export function storedOffer(facts: StoredRelease): StoredOffer {
  return {
    title: facts.title,
    indexer: facts.indexer,
    size: facts.size,
    publish_date: facts.publish_date,
    indexer_flags: facts.indexer_flags,
    protocol: facts.protocol,
    seeders: facts.seeders,
    categories: facts.categories,
    metadata: facts.metadata,
  }
}

/** A pair as exported: names only, in the format that `npm run eval` reads. */
export function exportedPair({ said, book, offer, verdict }: JudgedPair): JudgedPairDto {
  return {
    title: offer.title.replace(LINK, ' ').replace(/\s+/g, ' ').trim(),
    class: said,
    match: {
      wanted: {
        title: book.title,
        subtitle: book.subtitle,
        author: book.authors.length === 0 ? null : book.authors.join(', '),
        narrators: book.narrators,
        series: book.series,
        language: book.language,
        edition: book.edition,
        runtime: book.runtime_min,
      },
      is_same_book: IS_SAME_BOOK[said],
    },
    verdict: {
      accepted: verdict.accepted,
      automatic: verdict.automatic,
      reasons: verdict.reasons.map(({ code }) => code),
    },
  }
}
