import { expect, it } from 'vitest'
import { onEachDatabase } from '#tests/support/databases'
import { ASIN, offer } from '#tests/server/domain/fulfilment/fulfilment.fixture'
import { HASH, serverWithClient } from './client.fixture'

const SECOND = 1000
const MINUTE = 60 * SECOND
const ROSA = { id: 'rosa', username: 'rosa', role: 'admin', root: false } as const

onEachDatabase('a client without downloads of ours', (database) => {
  const { client, server, poll } = serverWithClient(database)

  it('is asked whether it is there, at once and then every 15 minutes', async () => {
    await poll(0)
    expect(server.noted).toEqual([['one', { ok: true }]])
    for (let round = 0; round < 14; round += 1) await poll(MINUTE)
    expect(client.calls).toEqual(['ping'])
    client.state.down = true
    await poll(MINUTE)
    expect(client.calls).toEqual(['ping', 'ping'])
    expect(server.noted.at(-1)).toMatchObject(['one', { cause: { code: 'unreachable' } }])
  })

  it('is seen to be back even if its last book has ended in another way', async () => {
    server.behaviour.search = async () => [offer({ info_hash: HASH })]
    client.show({ progress: 0.2 })
    await server.want()
    await server.run()
    await poll(0)
    client.state.down = true
    await poll()
    await server.adminActions.markAvailable(ROSA, ASIN)
    client.state.down = false
    await poll(15 * MINUTE)
    expect(server.noted.at(-1)).toEqual(['one', { ok: true }])
  })

  it('is soon asked about new downloads', async () => {
    await poll(0)
    server.behaviour.search = async () => [offer({ info_hash: HASH })]
    client.show({ progress: 0.2 })
    await server.want()
    await server.run()
    await poll(SECOND)
    await poll()
    expect((await server.downloads())['good']).toMatchObject({ state: 'downloading', percent: 20 })
  })
})
