import type { Logger } from '#server/log'
import { createMyAnonamouse } from './drivers/myanonamouse'
import { createProwlarr } from './drivers/prowlarr'
import type { IndexerDriver } from './integrations.types'

export interface DriverDependencies {
  fetch: typeof globalThis.fetch
  clock: () => Date
  log: Logger
  /** How this server calls itself to others. */
  userAgent: string
}

/** Every kind of indexer, in the order in which they are shown: a new one is a file of its own and a line here. */
export function createDrivers(dependencies: DriverDependencies): readonly IndexerDriver[] {
  return [createProwlarr(dependencies), createMyAnonamouse(dependencies)]
}
