import type { OpenClient } from '#server/domain/fulfilment/track/track.types'
import { createDrivers } from '#server/domain/integrations/registry'
import { valuesOf } from '#server/domain/integrations/settings.rules'
import { createLog } from '#server/platform/log'

/** Opens download clients with their real drivers, as a server does. */
export function openClients(
  all: readonly { name: string; settings: Readonly<Record<string, string>> }[],
): OpenClient[] {
  const log = createLog({ level: 'WARN', terminal: false, write: (line) => console.error(line) })
  const drivers = createDrivers({ fetch, clock: () => new Date(), log, userAgent: 'Earmark/bench' })
  return all.map(({ name, settings }) => {
    const driver = drivers.downloadClients.find((candidate) => candidate.name === name)
    if (!driver) throw new Error(`There is no driver for ${name}`)
    const values = valuesOf(driver.entries, settings)
    const access = {
      settings: () => Promise.resolve({ values, ready: true }),
      renew: () => Promise.resolve(),
    }
    return { id: name, name, protocol: driver.protocol, client: driver.open(access) }
  })
}
