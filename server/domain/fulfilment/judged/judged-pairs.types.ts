import type { PersonVerdict } from '#contract/judged-pairs'
import type { Verdict } from '#contract/releases'
import type { StoredOffer, StoredWanted } from '#server/db/stored-release'
import type { ReleaseIdentity } from '#server/domain/ranking/ranking.types'

/** A release and a book, with the ruling of a person and the verdict of the ranking. */
export interface JudgedPair {
  said: PersonVerdict
  book: StoredWanted
  offer: StoredOffer
  verdict: Verdict
}

/** A person's ruling on a release. */
export interface SaidOfRelease extends ReleaseIdentity {
  said: PersonVerdict
  /** Username. */
  actor: string
  at: Date
}
