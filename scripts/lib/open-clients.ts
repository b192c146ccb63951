import type { OpenClient } from '#server/domain/fulfilment/track/track.types'
import { createDrivers, driversOf } from '#server/domain/integrations/registry'
import { valuesOf } from '#server/domain/integrations/settings.rules'
import { createLog } from '#server/platform/log'

/** Opens download clients with their real drivers, as a server does. */
export function openClients(
  all: readonly { name: string; settings: Readonly<Record<string, string>> }[],
): OpenClient[] {
  const log = createLog({ level: 'WARN', terminal: false, write: (line) => console.error(line) })
  const known = createDrivers({ fetch, clock: () => new Date(), log, userAgent: 'Earmark/bench' })
  const drivers = driversOf(known, 'download_client')
  return all.map(({ name, settings }) => {
    const driver = drivers.find((candidate) => candidate.name === name)
    if (!driver) throw new Error(`There is no driver for ${name}`)
    const values = valuesOf(driver.entries, settings)
    const access = {
      settings: () => Promise.resolve({ values, ready: true }),
      renew: () => Promise.resolve(),
    }
    return { id: name, name, protocol: driver.protocol, client: driver.open(access) }
  })
}
