import type { ConnectionDriverDto, ConnectionDto, ConnectionKind } from '#contract/connections'
import { json, type Answer } from './fakeServer'
import { anEntry } from './indexerSamples'
import { openPage } from './openPage'

const ADDRESS = anEntry({ name: 'base_url', required: true })

const QBITTORRENT: ConnectionDriverDto = {
  driver: 'qBittorrent',
  kind: 'download_client',
  protocol: 'torrent',
  address: 'base_url',
  entries: [
    ADDRESS,
    anEntry({ name: 'password', secret: true }),
    anEntry({ name: 'category', default: 'books' }),
  ],
}
const SABNZBD: ConnectionDriverDto = {
  driver: 'SABnzbd',
  kind: 'download_client',
  protocol: 'usenet',
  address: 'base_url',
  entries: [ADDRESS, anEntry({ name: 'api_key', required: true, secret: true })],
}
const SHELF: ConnectionDriverDto = {
  driver: 'Shelf',
  kind: 'library',
  protocol: null,
  address: 'base_url',
  entries: [ADDRESS],
}

export function aConnection(connection: Partial<ConnectionDto> = {}): ConnectionDto {
  return {
    id: 'seedbox',
    kind: 'download_client',
    driver: 'qBittorrent',
    name: 'Seedbox',
    enabled: true,
    priority: 1,
    settings: { base_url: 'http://box:8080', password: { set: true }, category: 'books' },
    status: null,
    ...connection,
  }
}

/** Opens the connections page of a kind as an administrator. */
export async function openConnections({
  kind = 'download_client',
  connections = [aConnection()],
  answers = {},
}: {
  kind?: ConnectionKind
  connections?: ConnectionDto[]
  answers?: Record<string, Answer>
} = {}) {
  const page = await openPage(`/settings/${kind === 'library' ? 'library' : 'download-clients'}`, {
    user: { role: 'admin' },
    answers: {
      'GET /api/connections': () => json(connections),
      'GET /api/connections/drivers': () => json([QBITTORRENT, SABNZBD, SHELF]),
      'POST /api/connections': () => json(aConnection(), { status: 201 }),
      'PATCH /api/connections/{}': () => json(aConnection()),
      ...answers,
    },
  })
  return { ...page, sent: (name: string) => page.server.called(name).map(({ path, body }) => [path, body]) }
}
