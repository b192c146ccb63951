import { CLIENTS, type RunningClient } from '#fakes/download-clients/all'
import { idsOf } from './bench-followed'

/** A fake download client, and its driver's settings. */
export interface ClientFake extends RunningClient {
  name: string
  settings: Readonly<Record<string, string>>
}

/** Starts a fake of every kind with its share of the downloads. */
export function startClientFakes(): Promise<ClientFake[]> {
  return Promise.all(
    CLIENTS.map(async ({ name, start }) => {
      const fake = await start()
      for (const id of idsOf(name)) fake.downloads.add({ id, name: id })
      return { ...fake, name, settings: settingsOfClient(fake) }
    }),
  )
}

/** The settings with which a driver connects to a fake. */
export function settingsOfClient({
  baseUrl,
  username,
  password,
  apiKey,
}: RunningClient): ClientFake['settings'] {
  // A client with a password needs no key.
  const access = password === undefined ? { api_key: apiKey } : { username, password }
  const pairs = Object.entries({ base_url: baseUrl, ...access })
  return Object.fromEntries(pairs.flatMap(([key, value]) => (value ? [[key, value]] : [])))
}
