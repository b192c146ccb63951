import type { ConnectionDriverDto, ConnectionDto, ConnectionKind } from '#contract/connections'
import { presentStatus } from './connection-status.rules'
import type { StoredConnection } from './connections.types'
import type { ProgramDriver } from './integrations.types'
import { describedEntries, shownSettings, valuesOf, type ConnectionState } from './settings.rules'

/** A connection with its driver and its decrypted settings. */
export interface OpenedConnection {
  stored: StoredConnection
  driver: ProgramDriver
  state: ConnectionState
}

/** A program that can be connected. */
export function presentDriver(driver: ProgramDriver): ConnectionDriverDto {
  return {
    driver: driver.name,
    kind: driver.kind,
    protocol: driver.kind === 'download_client' ? driver.protocol : null,
    address: driver.address,
    entries: describedEntries(driver),
  }
}

/**
 * The position of each connection among those of its kind, counted from 1, by id.
 * @param all connections, sorted by priority.
 */
export function placesOf(all: readonly OpenedConnection[]): ReadonlyMap<string, number> {
  const counts = new Map<ConnectionKind, number>()
  return new Map(
    all.map(({ stored, driver }) => {
      const place = (counts.get(driver.kind) ?? 0) + 1
      counts.set(driver.kind, place)
      return [stored.id, place]
    }),
  )
}

/** A connection as administrators see it. Of a secret, they see only whether it is set. */
export function presentConnection(
  { stored, driver, state }: OpenedConnection,
  places: ReadonlyMap<string, number>,
): ConnectionDto {
  const { id, name, enabled, priority } = stored
  return {
    id,
    kind: driver.kind,
    driver: driver.name,
    name,
    enabled,
    priority: places.get(id) ?? priority,
    settings: shownSettings(driver.entries, valuesOf(driver.entries, state.settings)),
    status: presentStatus(stored),
  }
}
