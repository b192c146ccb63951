import { causeOf, type Cause } from '#contract/cause'
import { LEASE } from '#server/async/lease'
import type { FulfilmentContext } from '#server/domain/fulfilment/context'
import type { GrabOutcome } from '#server/domain/integrations/integrations.types'
import type { Grab } from './grabs.repository'

/** The final outcome of a grab; `postponed`: nothing was sent, because no client can be reached now. */
export type FinalGrabOutcome =
  Exclude<GrabOutcome, { state: 'forgotten' }> | { state: 'postponed'; status: number; cause: Cause }

/** The outcome of a grab that was delayed for so long that it is no longer sent. */
export const LATE = { state: 'unknown', cause: causeOf('grab_delayed') } satisfies FinalGrabOutcome

/**
 * Whether a grab must not be sent any more: after such a delay someone else may have established that nothing
 * was sent.
 * @param expected milliseconds that the steps before sending may take.
 */
export function isLate(
  { clock }: Pick<FulfilmentContext, 'clock'>,
  { createdAt }: Grab,
  expected: number,
): boolean {
  return clock().getTime() - createdAt.getTime() > expected + 2 * LEASE
}
