import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { startCatalogueFake } from '#fakes/catalogue'
import { BOOKS } from '#fakes/catalogue/books'
import type { Pace } from '#fakes/download-clients/downloads'
import { startQbittorrentFake } from '#fakes/download-clients/qbittorrent'
import { startSabnzbdFake } from '#fakes/download-clients/sabnzbd'
import { KEY, startAudiobookshelf } from '#fakes/libraries/audiobookshelf'
import { bookOfRelease, itemOf } from '#fakes/libraries/catalogue-items'
import { startMamFake } from '#fakes/mam'
import { torrentsOf } from '#fakes/mam/torrents'
import { startProwlarrFake } from '#fakes/prowlarr'
import { startWebhookSink } from '#fakes/webhook-sink'

const portsSchema = z
  .object({
    catalogue: z.number(),
    prowlarr: z.number(),
    mam: z.number(),
    sink: z.number(),
    qbittorrent: z.number(),
    sabnzbd: z.number(),
    library: z.number(),
  })
  .partial()
type Ports = z.infer<typeof portsSchema>

/** Session of MyAnonamouse; constant, because a kept database would not know the fake's next session. */
const MAM_SESSION = 'mam-demo-session'

/** The library's initial contents. */
const SHELVED = [
  'A Road of Small Lights',
  'The Keeper of Wicks',
  'The Quiet Orbit',
  'Harbour Street',
  'Tidepool',
]
/** The server's default download category. */
const CATEGORY = 'audiobooks'

/** The ports used last time. */
function portsIn(memory: string | undefined): Ports {
  if (memory === undefined || !existsSync(memory)) return {}
  return portsSchema.parse(JSON.parse(readFileSync(memory, 'utf8')))
}

/**
 * Starts fakes of all external services on free loopback ports.
 * @param memory file that remembers the ports, because a kept database contains the fakes' addresses
 * @param pace of the downloads that Prowlarr sends to the clients; it sends none if omitted. With a pace,
 *   completed downloads become files of the library.
 * @param largestCover edge in pixels of the catalogue's largest cover; any size if omitted
 */
export async function startFakes({
  memory,
  pace,
  largestCover,
}: { memory?: string; pace?: Pace | null; largestCover?: number | undefined } = {}) {
  const ports = portsIn(memory)
  const library = await startAudiobookshelf({
    port: ports.library ?? 0,
    items: BOOKS.filter(({ title }) => title !== null && SHELVED.includes(title)).map(itemOf),
  })
  const onComplete = (name: string) => {
    const book = bookOfRelease(name)
    if (book) library.put(itemOf(book))
  }
  const clientPace = pace ? { ...pace, onComplete } : null
  const [catalogue, mam, sink, qbittorrent, sabnzbd] = await Promise.all([
    startCatalogueFake({ port: ports.catalogue ?? 0, largestCover }),
    startMamFake({ port: ports.mam ?? 0, session: MAM_SESSION }),
    startWebhookSink({ port: ports.sink ?? 0 }),
    startQbittorrentFake({ port: ports.qbittorrent ?? 0, pace: clientPace }),
    startSabnzbdFake({ port: ports.sabnzbd ?? 0, pace: clientPace }),
  ])
  mam.setRotating(false)
  mam.offer(BOOKS.flatMap(torrentsOf))
  const prowlarr = await startProwlarrFake({
    port: ports.prowlarr ?? 0,
    tracker: mam.url,
    sendTo:
      pace === undefined
        ? null
        : ({ protocol, ...release }) => {
            const client = protocol === 'torrent' ? qbittorrent : sabnzbd
            client.downloads.add({ ...release, category: CATEGORY })
          },
  })
  if (memory !== undefined) {
    const all = Object.entries({ catalogue, prowlarr, mam, sink, qbittorrent, sabnzbd, library })
    const used = Object.fromEntries(all.map(([name, { url }]) => [name, Number(new URL(url).port)]))
    writeFileSync(memory, JSON.stringify(used))
  }
  return {
    catalogue,
    prowlarr,
    mam: { ...mam, session: MAM_SESSION },
    sink,
    qbittorrent,
    sabnzbd,
    library: { ...library, apiKey: KEY },
    /** Environment that points the server at them. */
    env: { SVC_CATALOGUE__BASE_URL: catalogue.baseUrl },
    async close(): Promise<void> {
      await Promise.all(
        [catalogue, prowlarr, mam, sink, qbittorrent, sabnzbd, library].map((fake) => fake.close()),
      )
    },
  }
}
