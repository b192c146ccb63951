import { beforeEach, expect, it } from 'vitest'
import { onEachDatabase } from '#tests/support/databases'
import { offer } from '#tests/server/domain/fulfilment/fulfilment.fixture'
import { HASH, serverWithClient } from './client.fixture'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const ID = 'SABnzbd_nzo_x'
const NOT_TOLD = { client: null, downloadId: null }
const TOLD = { client: 'Seedbox', downloadId: ID }

onEachDatabase('the id of a download that Prowlarr sent', (database) => {
  const { clock, client, server, poll } = serverWithClient(database)

  async function ask(after = 0): Promise<void> {
    clock.advance(after)
    await server.tracking.identifyDue()
  }

  async function grab(facts: Parameters<typeof offer>[0] = {}): Promise<void> {
    server.behaviour.search = async () => [offer(facts)]
    await server.want()
    await server.run()
    await ask()
  }

  const good = async () => (await server.downloads())['good']

  beforeEach(async () => {
    server.behaviour.download = NOT_TOLD
  })

  it('is requested again if the history is late', async () => {
    client.show({ id: ID, name: 'renamed by the client', progress: 0.3 })
    await grab()
    await poll(0)
    expect(await good()).toMatchObject({ state: 'expected', downloadId: null })
    server.behaviour.download = TOLD
    await ask(MINUTE)
    await poll()
    expect(await good()).toMatchObject({ downloadId: ID, foundBy: 'history', percent: 30 })
  })

  it('is requested at growing intervals, for a day', async () => {
    await grab()
    for (let round = 0; round < 12; round += 1) await ask(10 * SECOND)
    expect(server.idQueries).toHaveLength(4)
    for (let round = 0; round < 30 * 12; round += 1) await ask(5 * MINUTE)
    expect(server.idQueries.length).toBeLessThan(16)
    expect(await server.tracking.identifyDue()).toBeNull()
  })

  it('confirms what was found by its name', async () => {
    client.show({ id: ID, name: offer().title, progress: 0.3 })
    await grab()
    await poll()
    expect(await good()).toMatchObject({ downloadId: ID, foundBy: 'name' })
    server.behaviour.download = TOLD
    await ask(MINUTE)
    expect(await good()).toMatchObject({ downloadId: ID, foundBy: 'history', percent: 30 })
  })

  it('replaces another download that had the name', async () => {
    client.show({ id: 'another', name: offer().title, progress: 0.3 })
    client.show({ id: ID, name: 'renamed by the client', progress: 0.6 })
    await grab()
    await poll()
    expect(await good()).toMatchObject({ downloadId: 'another', foundBy: 'name' })
    server.behaviour.download = TOLD
    await ask(MINUTE)
    await poll()
    expect(await good()).toMatchObject({ downloadId: ID, foundBy: 'history', percent: 60 })
  })

  it('is not requested if the info hash is known, and delays no client', async () => {
    await grab({ info_hash: HASH })
    await poll()
    await ask(HOUR)
    expect(server.idQueries).toEqual([])
  })
})
