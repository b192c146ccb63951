import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Send } from './http-caller'

/** The addresses of the demo's services. */
export interface Outside {
  prowlarr: { baseUrl: string; apiKey: string }
  mam: { url: string; session: string }
  qbittorrent: { baseUrl: string; username: string; password: string }
  sabnzbd: { baseUrl: string; apiKey: string }
  library: { url: string; apiKey: string }
  /** Whether to set up the download clients and the library. */
  connected: boolean
}

/** Maximum milliseconds for the first searches: generous, as it only ends a wait for what will never happen. */
const TIMEOUT = 120_000
const requestsSchema = z.array(
  z.object({ book: z.object({ status: z.string(), release_date: z.string().nullable() }) }),
)

/**
 * Sets up the indexers through the HTTP API, lets the server work on the requests, and decides on some, so
 * that there is one in nearly every state.
 * @param people callers by username.
 * @param asinOf finds a book by title.
 */
export async function setUpWork({
  people,
  admin,
  asinOf,
  indexers: { prowlarr, mam, ...others },
}: {
  people: ReadonlyMap<string, Send>
  admin: Send
  asinOf: (title: string) => string
  indexers: Outside
}): Promise<void> {
  const about = (title: string) => `api/requests/${asinOf(title)}`
  await admin('PATCH', 'api/indexers/Prowlarr', {
    enabled: true,
    prowlarr_base_url: prowlarr.baseUrl,
    prowlarr_api_key: prowlarr.apiKey,
  })
  await admin('PATCH', 'api/indexers/MyAnonamouse', {
    enabled: true,
    mam_base_url: mam.url,
    mam_session_id: mam.session,
  })
  if (others.connected) await connect(admin, others)
  await admin('PATCH', 'api/settings/download', { auto_download: true })
  await people.get('maya')?.('POST', 'api/requests/manual', {
    title: 'The Harbour Tapes',
    author: 'Elin Sorby',
    info: 'A radio series from the nineties; my aunt had it on cassette.',
  })
  await admin('POST', `${about('A Lantern for the Deep')}/approve`)
  await admin('POST', `${about('Threadspace')}/approve`)
  await admin('POST', `${about('The Vicar’s Third Alibi')}/decline`, {
    reason: 'We have the whole series on the shelf as one book.',
  })
  await untilSearched(admin)
  await admin('PATCH', `${about('The Ash Ferry')}/downloaded`)
  await admin('POST', `${about('Threadspace')}/failed`, { reason: 'The archive is password-protected' })
}

/** Sets up the download clients and the library. */
async function connect(
  admin: Send,
  { qbittorrent, sabnzbd, library }: Pick<Outside, 'qbittorrent' | 'sabnzbd' | 'library'>,
): Promise<void> {
  const { baseUrl: base_url, username, password } = qbittorrent
  const connections = [
    { driver: 'qBittorrent', name: 'Seedbox', settings: { base_url, username, password } },
    { driver: 'SABnzbd', name: 'Usenet', settings: { base_url: sabnzbd.baseUrl, api_key: sabnzbd.apiKey } },
    {
      driver: 'Audiobookshelf',
      name: 'Audiobookshelf',
      settings: { audiobookshelf_base_url: library.url, audiobookshelf_api_key: library.apiKey },
    },
  ]
  for (const connection of connections) await admin('POST', 'api/connections', connection)
}

/** Waits until everything has been searched for once. */
async function untilSearched(admin: Send): Promise<void> {
  const today = new Date().toISOString().slice(0, 10)
  const end = Date.now() + TIMEOUT
  while (Date.now() < end) {
    const requests = requestsSchema.parse(await (await admin('GET', 'api/requests')).json())
    const open = requests.filter(
      ({ book: { status, release_date } }) =>
        status === 'searching' || (status === 'waiting' && (release_date ?? '') <= today),
    )
    if (open.length === 0) return
    await sleep(100)
  }
  throw new Error(`The server did not search for everything within ${TIMEOUT / 1000} s`)
}
