import { causeOf, type Cause } from '#contract/cause'
import { LEASE } from '#server/async/lease'
import type { FulfilmentContext } from '#server/domain/fulfilment/context'
import type { NeededConnection } from '#server/domain/fulfilment/wait/rests'
import type { FailedGrab } from '#server/errors/fault'
import type { Grab } from './grabs.repository'

/** A grab that has to wait for a connection. */
type PostponedGrab = Extract<FailedGrab, { state: 'postponed' }> & { connection: NeededConnection }

/** The final outcome of a grab. */
export type FinalGrabOutcome =
  | { state: 'grabbed' }
  | { state: 'unknown'; cause: Cause }
  | Extract<FailedGrab, { state: 'rejected' }>
  | PostponedGrab

/** A failure of one connection as the outcome of a grab that needed it. */
export function withConnection(failure: FailedGrab, connection: NeededConnection): FinalGrabOutcome {
  return failure.state === 'rejected' ? failure : { ...failure, connection }
}

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
