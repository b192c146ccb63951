import type { Database, Transaction } from '#server/db/database'
import type { StoredRelease } from '#server/db/stored-release'
import { AppError } from '#server/errors'
import type { Logger } from '#server/log'
import type { GrabOutcome, ReleaseSource } from '#server/domain/integrations/integrations.types'
import type { FulfilmentEvents } from '#server/domain/fulfilment/fulfilment-events'
import type { Timeline } from '#server/domain/books/books.types'
import { pauseAfterFailure, pauseUntilReconcile } from '#server/domain/fulfilment/transitions.rules'
import type { FulfilmentsRepository, Fulfilment } from '#server/domain/fulfilment/fulfilments.repository'
import type { Grab, GrabsRepository } from './grabs.repository'
import { LEASE } from '#server/async/lease'
import { DONE, FREE, type Transitions } from '#server/domain/fulfilment/transitions'

/** Milliseconds for the search that brings a forgotten release back. */
const REPEAT_LIMIT = 60_000

/** What came of a hand-over in the end. */
export type FinalGrabOutcome = Exclude<GrabOutcome, { state: 'forgotten' }>

export interface GrabberDependencies {
  fulfilments: FulfilmentsRepository
  grabs: GrabsRepository
  timeline: Timeline
  transitions: Transitions
  events: FulfilmentEvents
  transaction: Database['write']
  source: Pick<ReleaseSource, 'name' | 'grab' | 'search'>
  clock: () => Date
  log: Logger
}

export type Grabber = ReturnType<typeof createGrabber>

/**
 * Hands releases to the download client, each at most once: it is written down before, sent, and the answer
 * is written down. What has no answer, or no end in the notes, may have happened and is never repeated.
 */
export function createGrabber(dependencies: GrabberDependencies) {
  const { fulfilments, grabs, timeline, transitions, events, transaction, source, clock, log } = dependencies

  /**
   * Notes that a release is about to be sent, in a transaction that has locked the work.
   * @returns null when it was sent before, or another one of the book is on its way.
   */
  async function begin(
    within: Transaction,
    wanted: { asin: string; facts: StoredRelease; searchId: string | null; actor: string | null },
  ): Promise<Grab | null> {
    const now = clock()
    const grab = await grabs.begin(within, wanted, now)
    if (grab) await note(within, grab, 'grab_started', now)
    return grab
  }

  const note = (
    within: Transaction,
    grab: Grab,
    kind: 'grab_started' | 'grabbed' | 'grab_rejected' | 'grab_unconfirmed',
    at: Date,
    reason?: string,
  ) =>
    timeline.add(within, {
      asin: grab.asin,
      kind,
      actor: grab.actor,
      detail: {
        release: grab.title,
        indexer: grab.facts.indexer,
        ...(grab.searchId !== null && { search_id: grab.searchId }),
        ...(reason !== undefined && { reason }),
      },
      at,
    })

  /** Sends it; when the search service has forgotten it, once more after the search that found it. */
  async function send(grab: Grab): Promise<FinalGrabOutcome> {
    const first = await post(grab)
    if (first.state !== 'forgotten') return first
    const failure = await findAgain(grab)
    if (failure) return failure
    const second = await post(grab)
    return second.state === 'forgotten' ? gone(source.name) : second
  }

  async function post(grab: Grab): Promise<GrabOutcome> {
    // After such a delay somebody else may have found out that nothing was sent.
    if (clock().getTime() - grab.createdAt.getTime() > LONGEST_DELAY) return LATE
    try {
      return await source.grab({ guid: grab.guid, indexerId: grab.indexerId })
    } catch (error) {
      log.error('Handing over a release failed unexpectedly: {error}', { error })
      return { state: 'unknown', reason: 'It failed unexpectedly; the log of the server says more.' }
    }
  }

  /** @returns why it could not be looked for; null when it was. */
  async function findAgain({ facts, indexerId }: Grab): Promise<FinalGrabOutcome | null> {
    const indexer = { id: indexerId, name: facts.indexer, protocol: facts.protocol }
    try {
      await source.search(indexer, facts.query, AbortSignal.timeout(REPEAT_LIMIT))
      return null
    } catch (error) {
      if (!(error instanceof AppError)) log.error('Repeating a search failed: {error}', { error })
      const reason = error instanceof AppError ? error.message : 'it failed unexpectedly'
      return {
        state: 'rejected',
        status: 404,
        reason: `${gone(source.name).reason} Searching again: ${reason}`,
      }
    }
  }

  /**
   * Goes on after a hand-over came to nothing. Where another release has arrived, nothing more is looked for; else
   * what waited for the end of this one is looked for again, unless nobody wants it any more. Where the source has left
   * more than one in a row without an answer, that is put off: it may take releases and only keep silent.
   */
  async function goOn(within: Transaction, asin: string, work: Fulfilment | null): Promise<void> {
    if (!work || !OPEN.includes(work.state)) return
    const former = await grabs.list(asin, within)
    if (former.some(({ state }) => state === 'grabbed')) {
      await transitions.apply(within, asin, work, 'grabbed', DONE)
    } else if (work.state === 'grab_unconfirmed') {
      const failures = work.failures + 1
      const pause = work.failures === 0 ? null : new Date(clock().getTime() + pauseAfterFailure(failures))
      const change = { ...FREE, failures, nextTryAt: pause, error: null }
      await transitions.apply(within, asin, work, 'not_grabbed', change)
      if ((await fulfilments.countApproved(within, asin)) > 0) return
      await transitions.apply(within, asin, { ...work, state: 'waiting' }, 'unwanted', {})
    }
  }

  /**
   * Writes down what came of it. A late answer counts, even when somebody else has given up on it: that a release
   * has arrived ends the search for others.
   * @param owner who holds the work on the book; the work is left as it is when that is somebody else by now.
   * @param askAt when the history is asked about a hand-over without an answer; in a moment where left out.
   */
  async function settle(grab: Grab, outcome: FinalGrabOutcome, owner: string, askAt?: Date): Promise<void> {
    const { asin } = grab
    await transaction(async (within) => {
      const now = clock()
      const work = await fulfilments.lock(within, asin)
      const mine = work?.leaseOwner === owner || work?.state === 'grab_unconfirmed'
      const error = outcome.state === 'grabbed' ? null : outcome.reason
      const state = outcome.state === 'unknown' ? 'unconfirmed' : outcome.state
      // It may have been sent once more since it was taken for refused.
      const { id } = (outcome.state === 'grabbed' && (await grabs.findStanding(within, grab))) || grab
      if (!(await grabs.settle(within, id, { state: TO_GRAB[state], error }, now))) return
      switch (outcome.state) {
        case 'grabbed':
          if (await endsTheSearch(within, asin, work, mine)) {
            await transitions.apply(within, asin, work, 'grabbed', DONE)
          }
          await note(within, grab, 'grabbed', now)
          await events.tell(within, asin, {
            event: 'onSuccessfulDownload',
            release: grab.facts,
            occurrence: id,
          })
          break
        case 'unknown':
          if (mine) {
            const age = now.getTime() - grab.createdAt.getTime()
            const nextTryAt = askAt ?? new Date(now.getTime() + pauseUntilReconcile(age))
            await transitions.apply(within, asin, work, 'unanswered', {
              ...FREE,
              nextTryAt,
              byHand: false,
              error: outcome.reason,
            })
          }
          await note(within, grab, 'grab_unconfirmed', now, outcome.reason)
          break
        case 'rejected':
        case 'impossible':
          await note(within, grab, 'grab_rejected', now, outcome.reason)
          if (mine) await goOn(within, asin, work)
      }
    })
    await events.changed(asin)
  }

  /** Whether a release that has arrived settles where the work stands. Another one on its way is awaited first. */
  async function endsTheSearch(
    within: Transaction,
    asin: string,
    work: Fulfilment | null,
    mine: boolean,
  ): Promise<boolean> {
    if (!work || !(mine || OPEN.includes(work.state))) return false
    return (await grabs.findUnderWay(asin, within)) === null
  }

  return { begin, send, settle, goOn }
}

/** States in which a book may still be looked for. */
const OPEN: Fulfilment['state'][] = ['waiting', 'searching', 'not_found', 'grab_unconfirmed', 'failed']

const TO_GRAB = {
  grabbed: 'grabbed',
  unconfirmed: 'unconfirmed',
  rejected: 'rejected',
  impossible: 'rejected',
} as const

/** A post that has not gone out in this time, in milliseconds, does not any more. */
const LONGEST_DELAY = REPEAT_LIMIT + 2 * LEASE

const gone = (source: string) =>
  ({
    state: 'rejected',
    status: 404,
    reason: `${source} has forgotten this release and did not find it again.`,
  }) as const
const LATE = { state: 'unknown', reason: 'The server was held up before it could be sent.' } as const
