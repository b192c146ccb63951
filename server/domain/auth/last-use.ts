import type { Logger } from '#server/platform/log'
import { isUseOutdated, USE_RESOLUTION } from './sessions.rules'

/** One use of a key or session. */
export interface Use {
  id: string
  at: Date
  address: string
}

/**
 * Records when something was last used, by default at most once a minute each, without delaying the response.
 * @param dependencies.save stores the time unless another instance did so within that minute.
 */
export function createLastUse(dependencies: { save: (use: Use) => Promise<void>; log: Logger }) {
  const { save, log } = dependencies
  // Many requests arrive before the first one's time is stored.
  const saving = new Set<string>()

  return function noteUse(use: Use, lastUsedAt: Date | null, resolution = USE_RESOLUTION): void {
    if (saving.has(use.id) || !isUseOutdated(lastUsedAt, use.at, resolution)) return
    saving.add(use.id)
    save(use)
      .catch((error: unknown) =>
        log.warn('Could not store when a session or key was last used: {error}', { error }),
      )
      .finally(() => saving.delete(use.id))
  }
}
