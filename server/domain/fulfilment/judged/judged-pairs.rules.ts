import type { JudgedPairDto, PersonVerdict } from '#contract/judged-pairs'
import type { Verdict } from '#contract/releases'
import type { StoredOffer, StoredRelease, StoredWanted } from '#server/db/stored-release'
import type { WantedBook } from '#server/domain/ranking/ranking.types'
import type { JudgedPair } from './judged-pairs.types'

/** Whether it is the wanted book. Who did not want it for its quality or format said nothing about that. */
const IS_SAME_BOOK: Readonly<Record<PersonVerdict, boolean | null>> = {
  right: true,
  unwanted: null,
  another_book: false,
}

/** Leads to an indexer, and may hold the key of an account there. */
const LINK = /\b(?:https?|ftp):\/\/\S+|\bmagnet:\S+/gi

/** What the ranking alone says: as if no person had blocked the release. */
export function withoutBlock(verdict: Verdict): Verdict {
  const reasons = verdict.reasons.filter(({ code }) => code !== 'blocked')
  if (reasons.length === verdict.reasons.length) return verdict
  return { ...verdict, accepted: !reasons.some(({ effect }) => effect === 'reject'), reasons }
}

/** Whether a person who grabs a release does so against the ranking, or against what a person said before. */
export function isOverruled(verdict: Verdict, isBlocked: boolean): boolean {
  return isBlocked || !withoutBlock(verdict).accepted
}

/**
 * The verdict of the ranking that is kept with what a person says.
 * @param present of the newest search; a block hides in it whether the release would have been grabbed.
 * @param former kept when a person spoke of it before; null where nobody did.
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

/** Of a release, what it was ranked by; neither its links nor what names it at its indexer. */
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

/** A pair as it is exported: names alone, in the form that `npm run eval` reads. */
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
