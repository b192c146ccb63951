import type { Logger } from '#server/log'
import { createMyAnonamouse } from './drivers/myanonamouse'
import { createProwlarr } from './drivers/prowlarr'
import type { IntegrationDriver } from './integrations.types'

export interface DriverDependencies {
  fetch: typeof globalThis.fetch
  clock: () => Date
  log: Logger
  /** How this server calls itself to others. */
  userAgent: string
}

/** Every connection, in the order in which they are shown: a new one is a file of its own and a line here. */
export function createDrivers(dependencies: DriverDependencies): readonly IntegrationDriver[] {
  return [createProwlarr(dependencies), createMyAnonamouse(dependencies)]
}

/** Those of one kind, in the same order. */
export function driversOf<K extends IntegrationDriver['kind']>(
  drivers: readonly IntegrationDriver[],
  kind: K,
): Extract<IntegrationDriver, { kind: K }>[] {
  return drivers.filter((driver): driver is Extract<IntegrationDriver, { kind: K }> => driver.kind === kind)
}
