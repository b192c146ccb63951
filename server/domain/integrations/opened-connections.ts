import type { Announce } from '#server/domain/announce'
import type { Audit } from '#server/domain/audit/audit.service'
import type { SecretBox } from '#server/domain/settings/settings.types'
import type { ConnectionsRepository } from './connections.repository'
import type { StoredConnection } from './connections.types'
import type { FormerConnectionsRepository } from './former-connections.repository'
import type { ConnectionDriver } from './integrations.types'
import type { IntegrationState } from './settings.rules'
import { openState } from './stored-settings'

export interface ConnectionsDependencies {
  drivers: readonly ConnectionDriver[]
  repository: ConnectionsRepository
  former: FormerConnectionsRepository
  secretBox: SecretBox
  audit: Pick<Audit, 'record'>
  announce: Announce
  clock: () => Date
}

/** A connection with its driver and its decrypted settings. */
export interface OpenedConnection {
  stored: StoredConnection
  driver: ConnectionDriver
  state: IntegrationState
}

/** The context of an encrypted column for the secret box. */
export function placeOf(id: string): string {
  return `connections.${id}.settings`
}

async function open(context: ConnectionsDependencies, stored: StoredConnection): Promise<OpenedConnection[]> {
  const driver = context.drivers.find(({ name }) => name === stored.driver)
  // An earlier version may have had a driver that no longer exists.
  if (!driver) return []
  return [{ stored, driver, state: await openState(context.secretBox, stored, placeOf(stored.id)) }]
}

/** All connections, by priority. */
export async function openedAll(context: ConnectionsDependencies): Promise<OpenedConnection[]> {
  const rows = await context.repository.list()
  return (await Promise.all(rows.map((stored) => open(context, stored)))).flat()
}

/** @returns null if there is no such connection. */
export async function opened(context: ConnectionsDependencies, id: string): Promise<OpenedConnection | null> {
  const stored = await context.repository.find(id)
  const [connection = null] = stored ? await open(context, stored) : []
  return connection
}
