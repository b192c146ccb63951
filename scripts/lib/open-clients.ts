import type { OpenClient } from '#server/domain/fulfilment/track/track.types'
import { createDeluge } from '#server/domain/integrations/drivers/deluge'
import { createNzbget } from '#server/domain/integrations/drivers/nzbget'
import { createQbittorrent } from '#server/domain/integrations/drivers/qbittorrent'
import { createSabnzbd } from '#server/domain/integrations/drivers/sabnzbd'
import { createTransmission } from '#server/domain/integrations/drivers/transmission'
import { valuesOf } from '#server/domain/integrations/settings.rules'
import type { ClientName } from './bench-followed'

const CREATE = {
  qBittorrent: createQbittorrent,
  Transmission: createTransmission,
  Deluge: createDeluge,
  SABnzbd: createSabnzbd,
  NZBGet: createNzbget,
} as const

/** Opens download clients with their real drivers, as a server does. */
export function openClients(
  all: readonly { name: ClientName; settings: Readonly<Record<string, string>> }[],
): OpenClient[] {
  return all.map(({ name, settings }) => {
    const driver = CREATE[name]({ fetch, userAgent: 'Earmark/bench' })
    const values = valuesOf(driver.entries, settings)
    const access = {
      settings: () => Promise.resolve({ values, ready: true }),
      renew: () => Promise.resolve(),
    }
    return { id: name, name, protocol: driver.protocol, client: driver.open(access) }
  })
}
