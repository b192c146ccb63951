import type { z } from 'zod'
import type {
  ConnectionDriverDto,
  ConnectionDto,
  createConnectionBody,
  PatchConnectionBody,
  TestConnectionBody,
} from '#contract/connections'
import type { ConfigurationEntryDto } from '#contract/indexers'
import type { CorrectMatchBody, LibraryItemDto } from '#contract/library-matches'

const time = '2026-11-21T09:30:00.000Z'

const entry: ConfigurationEntryDto = {
  name: 'base_url',
  description: 'Address of qBittorrent, such as http://qbittorrent:8080',
  default: null,
  required: true,
  type: 'str',
  secret: false,
}
const driver: ConnectionDriverDto = {
  driver: 'qBittorrent',
  kind: 'download_client',
  protocol: 'torrent',
  address: 'base_url',
  entries: [entry],
}
const connection: ConnectionDto = {
  id: '0191f3c2-7a55-7c1e-9f0a-3b1d2c4e5f61',
  kind: 'download_client',
  driver: 'qBittorrent',
  name: 'Seedbox',
  enabled: true,
  priority: 1,
  settings: { base_url: 'http://qbittorrent:8080', password: { set: true } },
  status: {
    reachable: true,
    since: time,
    last_ok_at: time,
    last_failure_at: null,
    error: null,
    cause: null,
  },
}
const settings = { base_url: 'http://qbittorrent:8080', password: 'a-secret' }
const added: z.input<typeof createConnectionBody> = { driver: 'qBittorrent', name: 'Seedbox', settings }
const change: PatchConnectionBody = { enabled: false, priority: 2 }
const tried: TestConnectionBody = { driver: 'qBittorrent', settings, id: connection.id }

const libraryItem: LibraryItemDto = {
  item: '0191f3c2-7a55-7c1e-9f0a-3b1d2c4e5f63/li_8gch9ve09orgn4fdz8',
  title: 'The Lighthouse Keeper’s Almanac',
  subtitle: null,
  authors: ['Ines Calder'],
  narrators: ['Tom Avery'],
  runtime_length_min: 751,
  link: 'https://listen.example.org/item/li_8gch9ve09orgn4fdz8',
  why: 'title_author_and_length',
  said: null,
  said_by: null,
}
const correction: CorrectMatchBody = { item: libraryItem.item, is: false }

/** Examples of the operations on download clients and libraries. */
export const connectionExamples: Readonly<Record<string, unknown>> = {
  Connection: connection,
  ConnectionDriver: driver,
  CreateConnection: added,
  ChosenLibraryItem: { item: libraryItem.item },
  CorrectMatch: correction,
  LibraryItem: libraryItem,
  PatchConnection: change,
  TestConnection: tried,
}
