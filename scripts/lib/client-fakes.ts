import { startDelugeFake } from '#fakes/download-clients/deluge'
import type { createFakeDownloads } from '#fakes/download-clients/downloads'
import { startNzbgetFake } from '#fakes/download-clients/nzbget'
import { startQbittorrentFake } from '#fakes/download-clients/qbittorrent'
import { startSabnzbdFake } from '#fakes/download-clients/sabnzbd'
import { startTransmissionFake } from '#fakes/download-clients/transmission'
import type { FakeServer } from '#fakes/fake-server'
import { CLIENTS, idsOf, type ClientName } from './bench-followed'

/** A fake download client, and its driver's settings. */
export interface ClientFake extends FakeServer {
  name: ClientName
  settings: Readonly<Record<string, string>>
  downloads: ReturnType<typeof createFakeDownloads>
}

type Started = FakeServer &
  Pick<ClientFake, 'downloads'> & {
    baseUrl: string
    username?: string
    password?: string
    apiKey?: string
  }

const START: Readonly<Record<ClientName, () => Promise<Started>>> = {
  qBittorrent: () => startQbittorrentFake(),
  Transmission: () => startTransmissionFake(),
  Deluge: () => startDelugeFake(),
  SABnzbd: () => startSabnzbdFake(),
  NZBGet: () => startNzbgetFake(),
}

/** Starts a fake of every kind with its share of the downloads. */
export function startClientFakes(): Promise<ClientFake[]> {
  return Promise.all(
    CLIENTS.map(async (name) => {
      const fake = await START[name]()
      for (const id of idsOf(name)) fake.downloads.add({ id, name: id })
      const { baseUrl, username, password, apiKey } = fake
      // A client with a password needs no key.
      const access = password === undefined ? { api_key: apiKey } : { username, password }
      const pairs = Object.entries({ base_url: baseUrl, ...access })
      const settings = Object.fromEntries(pairs.flatMap(([key, value]) => (value ? [[key, value]] : [])))
      return { ...fake, name, settings }
    }),
  )
}
