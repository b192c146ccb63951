import type { FakeServer } from '#fakes/fake-server'
import { startDelugeFake } from './deluge'
import type { createFakeDownloads } from './downloads'
import { startNzbgetFake } from './nzbget'
import { startQbittorrentFake } from './qbittorrent'
import { startSabnzbdFake } from './sabnzbd'
import { startTransmissionFake } from './transmission'

/** A running fake of a download client. */
export interface RunningClient extends FakeServer {
  downloads: ReturnType<typeof createFakeDownloads>
  baseUrl: string
  username?: string
  password?: string
  apiKey?: string
}

interface ClientKind {
  /** Of its driver. */
  name: string
  start: () => Promise<RunningClient>
  protocol: 'torrent' | 'usenet'
  /** The id of a download, from its number. */
  idOf: (number: number) => string
}

const infoHash = (number: number) => number.toString(16).padStart(40, '0')

/** Every download client that has a fake; a new one takes a line here. */
export const CLIENTS: readonly ClientKind[] = [
  { name: 'qBittorrent', start: () => startQbittorrentFake(), protocol: 'torrent', idOf: infoHash },
  { name: 'Transmission', start: () => startTransmissionFake(), protocol: 'torrent', idOf: infoHash },
  { name: 'Deluge', start: () => startDelugeFake(), protocol: 'torrent', idOf: infoHash },
  { name: 'SABnzbd', start: () => startSabnzbdFake(), protocol: 'usenet', idOf: (n) => `SABnzbd_nzo_${n}` },
  { name: 'NZBGet', start: () => startNzbgetFake(), protocol: 'usenet', idOf: (n) => String(1000 + n) },
]
