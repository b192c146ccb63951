import { AppError } from '#server/errors'
import { causeFrom } from '#server/problem'
import { causeOf } from '#contract/cause'
import type { ConnectionOutcome } from '#server/domain/integrations/connections.types'
import type { FollowedLink, GrabOutcome, IndexerAccess } from '#server/domain/integrations/integrations.types'
import { prowlarrNotTheApi, prowlarrUnreachable, prowlarrWrongKey } from './prowlarr.errors'

/** What fails with these fails whatever Prowlarr is asked; the others may be the fault of one indexer or client. */
const OF_PROWLARR = [prowlarrUnreachable, prowlarrNotTheApi, prowlarrWrongKey].map(
  (error) => error(causeOf('unexpected')).code,
)

/**
 * Asks Prowlarr and keeps whether it answered.
 * @param asks what it is asked for: itself, or through one of its indexers, whose failure is not its own.
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

/** What became of a grab, or of a link, says this of Prowlarr; null for nothing. */
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
