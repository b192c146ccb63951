import { found, connectionTestSchema, testAnswer } from './connection-test'
import {
  connectionDriverSchema,
  connectionSchema,
  createConnection,
  patchConnection,
  testConnection,
} from './connections'
import { example } from './example'

example(connectionDriverSchema, {
  driver: 'qBittorrent',
  protocol: 'torrent',
  address: 'base_url',
  entries: [
    {
      name: 'base_url',
      description: 'Address of qBittorrent, such as http://qbittorrent:8080',
      required: true,
      type: 'str',
      secret: false,
    },
  ],
})
const added = {
  driver: 'qBittorrent',
  settings: { base_url: 'http://qbittorrent:8080', password: 'a-secret' },
}
const connection = example(connectionSchema, {
  id: '0191f3c2-7a55-7c1e-9f0a-3b1d2c4e5f61',
  driver: added.driver,
  name: 'Seedbox',
  enabled: true,
  settings: { ...added.settings, password: { set: true } },
  status: { reachable: true, last_ok_at: '2026-11-21T09:30:00.000Z' },
})
example(createConnection.body, { ...added, name: connection.name })
example(patchConnection.body, { enabled: false, priority: 2 })
example(testConnection.body, { ...added, id: connection.id })
example(
  connectionTestSchema,
  testAnswer('ok', '2.0.5', found('indexers_asked', { server: 'Prowlarr 2.0.5', n: 3 })),
)
