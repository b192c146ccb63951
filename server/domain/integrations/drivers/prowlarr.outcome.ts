import { AppError } from '#server/errors'
import { causeFrom } from '#server/problem'
import { causeOf } from '#contract/cause'
import type { ConnectionOutcome } from '#server/domain/integrations/connections.types'
import type { FollowedLink, GrabOutcome, IndexerAccess } from '#server/domain/integrations/integrations.types'
import { prowlarrNotTheApi, prowlarrUnreachable, prowlarrWrongKey } from './prowlarr.errors'

/** Failures of Prowlarr itself, whatever the call; others may be the fault of one indexer or client. */
const OF_PROWLARR = [prowlarrUnreachable, prowlarrNotTheApi, prowlarrWrongKey].map(
  (error) => error(causeOf('unexpected')).code,
)

/**
 * Calls Prowlarr and records whether it answered.
 * @param asks whether the call is to Prowlarr itself, or through one of its indexers, whose failure is not Prowlarr's.
 */
export async function noted<T>(
  access: IndexerAccess,
  asks: 'itself' | 'an_indexer',
  work: () => Promise<T>,
): Promise<T> {
  try {
    const answer = await work()
    await access.note({ ok: true })
    return answer
  } catch (error) {
    const isItsOwn = error instanceof AppError && (asks === 'itself' || OF_PROWLARR.includes(error.code))
    if (isItsOwn) await access.note({ cause: causeFrom(error) })
    throw error
  }
}

/** What the outcome of a grab, or of following a link, says about Prowlarr; null for nothing. */
export function outcomeOf(became: GrabOutcome | FollowedLink): ConnectionOutcome | null {
  switch (became.state) {
    case 'grabbed':
    case 'forgotten':
    case 'file':
    case 'magnet':
      return { ok: true }
    case 'impossible':
      return OF_PROWLARR.includes(became.code) ? { cause: became.cause } : null
    default:
      return null
  }
}
