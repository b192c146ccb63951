import { agoOf } from '#server/async/due.rules'
import { torrentId } from '#server/domain/fulfilment/track/find-download.rules'
import type { ReleaseIdentity } from '#server/domain/ranking/ranking.types'

/** The part of a ranked release that the choice depends on. */
interface Candidate {
  facts: { guid: string; indexer_id: number; info_hash: string | null }
  verdict: { accepted: boolean; automatic: boolean }
}

/** An earlier grab. */
export interface FormerGrab extends ReleaseIdentity {
  state: 'sending' | 'unconfirmed' | 'grabbed' | 'rejected' | 'postponed' | 'reverted'
  facts: { info_hash: string | null }
  createdAt: Date
}

/** Times that a release may be postponed before others are tried instead. */
const TIMES_POSTPONED = 3

/** Former grabs as they count now: one from the future was made while the clock was ahead, in an earlier attempt. */
export function asOfNow<T extends FormerGrab>(former: readonly T[], now: Date): T[] {
  const longAgo = new Date(0)
  return former.map((grab) =>
    Number.isFinite(agoOf(grab.createdAt, now)) ? grab : { ...grab, createdAt: longAgo },
  )
}

/** Grabs refused during the current attempt. */
export function refusedSince<T extends FormerGrab>(former: readonly T[], since: Date): T[] {
  return former.filter(({ state, createdAt }) => state === 'rejected' && createdAt >= since)
}

/** Grabs of the current attempt that wait for a connection. */
export function postponedSince<T extends FormerGrab>(former: readonly T[], since: Date): T[] {
  return former.filter(({ state, createdAt }) => state === 'postponed' && createdAt >= since)
}

const wasNotSent = ({ state }: FormerGrab) => state === 'rejected' || state === 'postponed'

/**
 * The best release that may be grabbed automatically. A release is never grabbed a second time, even if its
 * grab was taken back; the same torrent from another indexer counts as the same release. A refused release
 * may be tried again in the next attempt. Once an indexer has failed, releases of others come first.
 *
 * What postponed a release may be a fault of its own, though no answer says so. So once the best one has been postponed
 * a few times, those postponed least often come first.
 * @param ranked best first.
 * @param since when the current attempt began.
 * @param refusedFrom from when on a refusal counts; earlier if an attempt continues one that had to wait.
 */
export function nextCandidate<T extends Candidate>(
  ranked: readonly T[],
  former: readonly FormerGrab[],
  since: Date,
  refusedFrom = since,
): T | undefined {
  const out = former.filter(({ state, createdAt }) => {
    if (state === 'rejected') return createdAt >= refusedFrom
    return state !== 'postponed' || createdAt >= since
  })
  const had = out.flatMap((grab) => (wasNotSent(grab) ? [] : (torrentId(grab.facts.info_hash) ?? [])))
  const free = ranked.filter(
    ({ facts, verdict }) =>
      verdict.accepted &&
      verdict.automatic &&
      !had.includes(torrentId(facts.info_hash) ?? '') &&
      !out.some((grab) => isOf(facts, grab)),
  )
  const failing = new Set(postponedSince(former, since).map(({ indexerId }) => indexerId))
  const others = free.filter(({ facts }) => !failing.has(facts.indexer_id))
  return bestOrNext(others.length > 0 ? others : free, former)
}

const isOf = ({ guid, indexer_id }: Candidate['facts'], grab: ReleaseIdentity): boolean =>
  grab.guid === guid && grab.indexerId === indexer_id

/** The best release, unless it has been postponed so often that another is tried. */
function bestOrNext<T extends Candidate>(ranked: readonly T[], former: readonly FormerGrab[]): T | undefined {
  const postponed = former.filter(({ state }) => state === 'postponed')
  const counted = ranked.map((release) => ({
    release,
    times: postponed.filter((grab) => isOf(release.facts, grab)).length,
  }))
  const [best] = counted
  if (!best || best.times < TIMES_POSTPONED) return best?.release
  return counted.toSorted((one, other) => one.times - other.times)[0]?.release
}

/** Releases that no one has blocked for this book. */
export function withoutBlocked<T extends Candidate>(
  ranked: readonly T[],
  blocked: readonly ReleaseIdentity[],
): readonly T[] {
  return ranked.filter(({ facts }) => !blocked.some((one) => isOf(facts, one)))
}
