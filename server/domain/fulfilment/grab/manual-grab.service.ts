import type { Database, Transaction } from '#server/db/database'
import type { Logger } from '#server/log'
import type { ReleaseSource } from '#server/domain/integrations/integrations.types'
import type { ReleaseIdentity } from '#server/domain/ranking/ranking.types'
import type { FulfilmentEvents } from '#server/domain/fulfilment/fulfilment-events'
import {
  alreadyGrabbed,
  grabRejected,
  grabUnconfirmed,
  grabUnderWay,
  releaseUnknown,
} from '#server/domain/fulfilment/fulfilment.errors'
import type { Demand } from '#server/domain/fulfilment/fulfilment.types'
import type { FulfilmentsRepository } from '#server/domain/fulfilment/fulfilments.repository'
import type { Grab, GrabsRepository } from './grabs.repository'
import type { Grabber } from './grab.service'
import { holdLease, LEASE } from '#server/async/lease'
import type { ReleasesRepository } from '#server/domain/fulfilment/search/releases.repository'
import { FREE } from '#server/domain/fulfilment/transitions'

export interface ManualGrabDependencies {
  fulfilments: FulfilmentsRepository
  grabs: GrabsRepository
  releases: ReleasesRepository
  demand: Pick<Demand, 'unwanted' | 'wake'>
  grabber: Grabber
  events: FulfilmentEvents
  transaction: Database['write']
  source: Pick<ReleaseSource, 'configured' | 'notReady'>
  clock: () => Date
  log: Logger
}

/** Hands a release over that a person has chosen, whatever its verdict: by the same steps as unasked. */
export function createManualGrab(dependencies: ManualGrabDependencies) {
  const { fulfilments, grabs, releases, demand, grabber, events } = dependencies
  const { transaction, source, clock, log } = dependencies
  const never = new AbortController().signal

  /** Takes the work over from whoever is at it, so that only one release is handed over. */
  async function begin(
    within: Transaction,
    chosen: Parameters<Grabber['begin']>[1],
    owner: string,
  ): Promise<Grab> {
    const { asin, facts } = chosen
    const now = clock()
    const work = await fulfilments.lock(within, asin)
    const former = await grabs.list(asin, within)
    if (former.some(({ state }) => state === 'sending' || state === 'unconfirmed')) {
      throw grabUnderWay('A release of this audiobook is being handed over; its end is awaited.')
    }
    const grab = await grabber.begin(within, chosen)
    if (!grab) throw alreadyGrabbed(`“${facts.title}” was handed over for this audiobook already.`)
    const lease = { leaseOwner: owner, leaseUntil: new Date(now.getTime() + LEASE) }
    if (!work) await fulfilments.insert(within, asin, lease, now)
    else if (work.state === 'searching') {
      await fulfilments.change(within, asin, { ...lease, state: 'waiting', nextTryAt: null }, now)
    } else await fulfilments.change(within, asin, lease, now)
    return grab
  }

  /** Leaves the work as it was before. */
  async function giveBack(asin: string, owner: string): Promise<void> {
    await transaction(async (within) => {
      const work = await fulfilments.lock(within, asin)
      if (work?.leaseOwner !== owner) return
      await fulfilments.change(within, asin, FREE, clock())
      await demand.unwanted(within, asin, clock())
    })
    demand.wake()
    await events.changed(asin)
  }

  /**
   * Hands a release over that a search of this book found.
   * @throws AppError `source.notReady`, `release_unknown`, `grab_under_way`, `already_grabbed`,
   *   `grab_rejected`, `grab_unconfirmed`.
   */
  return async function manualGrab(actor: string, asin: string, release: ReleaseIdentity): Promise<void> {
    if (!(await source.configured())) throw source.notReady()
    const found = await releases.find(asin, release)
    if (!found) throw releaseUnknown('No search for this audiobook has found this release; search again.')
    const owner = crypto.randomUUID()
    const grab = await transaction((within) => begin(within, { asin, actor, ...found }, owner))
    await events.changed(asin)
    const lease = holdLease({
      renew: (until) => fulfilments.renew(asin, owner, until),
      signal: never,
      clock,
      log,
    })
    try {
      const outcome = await grabber.send(grab)
      await grabber.settle(grab, outcome, owner)
      if (outcome.state === 'rejected' || outcome.state === 'impossible') throw grabRejected(outcome.reason)
      if (outcome.state === 'unknown') throw grabUnconfirmed(outcome.reason)
    } finally {
      lease.end()
      await giveBack(asin, owner)
    }
  }
}
