import type { ConfigurationEntryDto } from '#contract/indexers'
import { statusAfter, withoutSecrets } from './connection-status.rules'
import type { ConnectionOutcome, ConnectionStatus } from './connections.types'
import type { IntegrationState } from './settings.rules'

interface StatusNote {
  before: ConnectionStatus
  outcome: ConnectionOutcome
  now: Date
  entries: readonly ConfigurationEntryDto[]
  /** The settings, including the secrets that a failure must not repeat. */
  opened: () => Promise<Pick<IntegrationState, 'settings'>>
  write: (status: ConnectionStatus) => Promise<void>
  /** Refreshes open pages. */
  tell: () => void
}

/** Records the outcomes of calls to a connection. An unchanged outcome is written at most once a minute. */
export async function noteStatus(note: StatusNote): Promise<void> {
  const { before, now, write, tell } = note
  const after = statusAfter(before, await withoutStoredSecrets(note), now)
  if (!after) return
  await write(after.status)
  if (after.isNews) tell()
}

async function withoutStoredSecrets({ outcome, entries, opened }: StatusNote): Promise<ConnectionOutcome> {
  if ('ok' in outcome) return outcome
  const { settings } = await opened()
  const secrets = entries.filter(({ secret }) => secret).map(({ name }) => String(settings[name] ?? ''))
  return { cause: withoutSecrets(outcome.cause, secrets) }
}
