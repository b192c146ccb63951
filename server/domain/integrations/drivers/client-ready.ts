import { causeOf } from '#contract/cause'
import type { AppError } from '#server/errors/app-error'
import { connectionFailed, connectionNotReady } from '#server/domain/integrations/connection.errors'
import type { DriverAccess, IntegrationSettings } from '#server/domain/integrations/integrations.types'

/**
 * The settings of a client or library.
 * @throws AppError `connection_not_ready` if it is disabled or incomplete.
 */
export async function readySettings(service: string, access: DriverAccess): Promise<IntegrationSettings> {
  const { values, ready } = await access.settings()
  if (!ready) throw connectionNotReady(causeOf('not_set_up', { service }))
  return values
}

/** The error for a download that a client refuses. @param text the reason, without a full stop. */
export function notAdded(service: string, text: string): AppError {
  return connectionFailed(causeOf('download_not_added', { service, text }))
}

/** Whether two names mean the same download. Clients change spaces, punctuation and case. */
export function isSameName(one: string, other: string): boolean {
  return folded(one) === folded(other)
}

const folded = (name: string) =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\.nzb$/, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
