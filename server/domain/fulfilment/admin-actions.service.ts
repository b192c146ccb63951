import type { Database, Transaction } from '#server/db/database'
import type { CurrentUser } from '#server/domain/auth/auth.types'
import type { ReleaseSource } from '#server/domain/integrations/integrations.types'
import type { FulfilmentEvents } from './fulfilment-events'
import { grabUnderWay, notApproved, notPossibleNow, notReleased, notRequested } from './fulfilment.errors'
import type { BooksRepository } from '#server/domain/books/books.repository'
import type { Timeline, TimelineEntry } from '#server/domain/books/books.types'
import type { Demand } from './fulfilment.types'
import { awaitedRelease, type LifecycleTrigger } from './transitions.rules'
import type { FulfilmentsRepository, Fulfilment, FulfilmentChange } from './fulfilments.repository'
import type { Grab, GrabsRepository } from './grab/grabs.repository'
import type { ReleaseSearchRepository } from './search/release-search.repository'
import { DONE, FREE, type Transitions } from './transitions'

export interface AdminActionsDependencies {
  books: Pick<BooksRepository, 'findReleaseDate'>
  fulfilments: FulfilmentsRepository
  grabs: GrabsRepository
  searches: Pick<ReleaseSearchRepository, 'isRequested'>
  demand: Pick<Demand, 'unwanted' | 'wake'>
  timeline: Timeline
  transitions: Transitions
  events: FulfilmentEvents
  transaction: Database['write']
  source: Pick<ReleaseSource, 'configured' | 'notReady'>
  /** Whether this person may know of a book. */
  canSee: (user: CurrentUser, asin: string) => Promise<boolean>
  clock: () => Date
}

export type AdminActions = ReturnType<typeof createAdminActions>

/** What people do to the work on a book. */
export function createAdminActions(dependencies: AdminActionsDependencies) {
  const { books, fulfilments, grabs, searches, demand } = dependencies
  const { timeline, transitions, events, transaction, source, canSee, clock } = dependencies

  async function mustBeRequested(asin: string): Promise<void> {
    if (!(await searches.isRequested(asin))) throw nobodyAsked()
  }

  interface Step {
    asin: string
    event: LifecycleTrigger
    change: Omit<FulfilmentChange, 'state'>
    entry: Pick<TimelineEntry, 'kind' | 'detail'>
    /** What is said where the state does not allow it. */
    refusal: string
    /** Whether a hand-over without an end stands against it. */
    waitsForGrab: boolean
    also?: (within: Transaction, work: Fulfilment | null, open: Grab | null) => Promise<void>
  }

  /** Applies what a person wants, with its entry, or says why not. */
  async function step(person: CurrentUser, wanted: Step): Promise<void> {
    const { asin, event, change, entry, refusal, waitsForGrab, also } = wanted
    await mustBeRequested(asin)
    await transaction(async (within) => {
      const work = await fulfilments.lock(within, asin)
      const open = await grabs.findUnderWay(asin, within)
      if (waitsForGrab && open) throw refuseForGrab(open)
      if ((await transitions.apply(within, asin, work, event, change)) === null) throw notPossibleNow(refusal)
      await also?.(within, work, open)
      await timeline.add(within, { asin, actor: person.username, at: clock(), ...entry })
    })
    demand.wake()
    await events.changed(asin)
  }

  /** A release arrived in the library, whatever is known about its way. People are told once. */
  const available =
    (asin: string) => async (within: Transaction, work: Fulfilment | null, open: Grab | null) => {
      if (open) await grabs.settle(within, open.id, { state: 'grabbed', error: null }, clock())
      if (work?.state === 'available') return
      await events.tell(within, asin, { event: 'onAvailable', release: open?.facts ?? null })
    }

  return {
    /**
     * Marks a book as in the library.
     * @throws AppError `not_requested`.
     */
    async markDownloaded(person: CurrentUser, asin: string): Promise<void> {
      await step(person, {
        asin,
        event: 'marked_available',
        change: DONE,
        entry: { kind: 'available' },
        refusal: '',
        waitsForGrab: false,
        also: available(asin),
      })
    },

    /**
     * A requester says that a book has arrived.
     * @throws AppError `not_requested` for those who did not ask for it, `not_possible_now` before a hand-over.
     */
    async markArrived(person: CurrentUser, asin: string): Promise<void> {
      const requesters = await fulfilments.listRequesters(asin)
      const asked = requesters.some(({ userId, declined }) => userId === person.id && !declined)
      if (person.role !== 'admin' && !asked) {
        throw notRequested('You have not asked for this audiobook.')
      }
      await step(person, {
        asin,
        event: 'arrived',
        change: DONE,
        entry: { kind: 'available' },
        refusal: 'It was not handed to the download client yet.',
        waitsForGrab: false,
        also: async (within, work, open) => {
          if (work?.state !== 'available') await available(asin)(within, work, open)
        },
      })
    },

    /**
     * Marks a download as failed: what was handed over is taken back.
     * @throws AppError `not_requested`, `not_possible_now`, `grab_under_way`.
     */
    async markFailed(person: CurrentUser, asin: string, reason: string | undefined): Promise<void> {
      const error = reason ?? 'The download failed.'
      await step(person, {
        asin,
        event: 'marked_failed',
        change: { ...DONE, error },
        entry: { kind: 'failed', detail: { reason: error } },
        refusal: 'There is no download that could have failed.',
        waitsForGrab: true,
        also: async (within) => {
          const [last] = (await grabs.list(asin, within)).filter(({ state }) => state === 'grabbed')
          await grabs.takeBack(within, asin, error, clock())
          await events.tell(within, asin, {
            event: 'onFailedDownload',
            release: last?.facts ?? null,
            error: { status: null, reason: error },
          })
        },
      })
    },

    /**
     * Sets a book back to waiting. Where no approved request is left, the work on it ends.
     * @throws AppError `not_requested`, `not_possible_now`, `grab_under_way`.
     */
    async revert(person: CurrentUser, asin: string): Promise<void> {
      await step(person, {
        asin,
        event: 'reverted',
        change: { ...DONE, stopped: false },
        entry: { kind: 'reverted' },
        refusal: 'There is nothing to take back: no release was handed over.',
        waitsForGrab: true,
        also: async (within) => {
          await grabs.takeBack(within, asin, null, clock())
          await demand.unwanted(within, asin, clock())
        },
      })
    },

    /**
     * Has a book looked for now, or at another time.
     * @throws AppError `source.notReady` where it is to be now, `not_requested`, `not_possible_now`, `grab_under_way`, `not_released`.
     */
    async retry(person: CurrentUser, asin: string, at: Date | undefined): Promise<void> {
      const now = clock()
      const later = at && at > now ? at : null
      await mustBeRequested(asin)
      if (!later && !(await source.configured())) throw source.notReady()
      await mustBeReleased(asin, later ?? now)
      const detail = later && { next_try_at: later.toISOString() }
      const planned = { asked: true, byHand: false, stopped: false }
      await step(person, {
        asin,
        event: later ? 'planned' : 'retried',
        change: later ? { ...planned, nextTryAt: later } : { ...planned, byHand: true },
        entry: { kind: 'retried', detail },
        refusal: 'It is not being looked for: nothing is approved, or a release was handed over.',
        waitsForGrab: true,
      })
    },

    /**
     * Has the best release of an approved book looked for and handed over now.
     * @throws AppError `source.notReady`, `not_requested`, `not_approved`, `not_released`,
     *   `not_possible_now`, `grab_under_way`.
     */
    async autoDownload(person: CurrentUser, asin: string): Promise<void> {
      if (!(await source.configured())) throw source.notReady()
      if (!(await canSee(person, asin))) throw nobodyAsked()
      await mustBeRequested(asin)
      const approved = await transaction((within) => fulfilments.countApproved(within, asin))
      if (approved === 0) throw notApproved('No request for this audiobook is approved.')
      await mustBeReleased(asin, clock())
      await step(person, {
        asin,
        event: 'retried',
        change: { asked: true, byHand: true, ...(person.role === 'admin' && { stopped: false }) },
        entry: { kind: 'retried' },
        refusal: 'A release was handed over already.',
        waitsForGrab: true,
        also: async (_within, work) => {
          if (work?.stopped && person.role !== 'admin') {
            throw notPossibleNow('An administrator has stopped the search for this audiobook.')
          }
        },
      })
    },

    /**
     * Ends the automatic search for a book until it is retried.
     * @throws AppError `not_requested`, `not_possible_now`, `grab_under_way`.
     */
    async stop(person: CurrentUser, asin: string): Promise<void> {
      await step(person, {
        asin,
        event: 'stopped',
        change: { ...FREE, nextTryAt: null, asked: false, byHand: false, stopped: true },
        entry: { kind: 'stopped' },
        refusal: 'It is not being looked for.',
        waitsForGrab: true,
      })
    },
  }

  async function mustBeReleased(asin: string, at: Date): Promise<void> {
    const day = awaitedRelease(await books.findReleaseDate(asin), at)
    if (day)
      throw notReleased(`It comes out on ${day.toISOString().slice(0, 10)} and is not looked for before.`)
  }
}

const nobodyAsked = () => notRequested('Nobody has asked for this audiobook.')

function refuseForGrab({ state, title }: Grab) {
  return grabUnderWay(
    state === 'sending'
      ? `“${title}” is being handed over; wait for the answer.`
      : `Whether “${title}” was handed over is not known. Say first whether the download client has it.`,
  )
}
