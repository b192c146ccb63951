import { beforeEach, expect, it } from 'vitest'
import { onEachDatabase } from '#tests/support/databases'
import { ASIN, lesser, offer } from '#tests/server/domain/fulfilment/fulfilment.fixture'
import { HASH, serverWithClient } from './client.fixture'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const ROSA = { id: 'rosa', username: 'rosa', role: 'admin', root: false } as const

onEachDatabase('the replacement of a failed download', (database) => {
  const { clock, client, server, poll } = serverWithClient(database)

  beforeEach(async () => {
    await server.settings.patch({ stalled_after_hours: 2 })
  })

  it('is limited however slowly downloads fail, and starts over on request', async () => {
    const dead = [1, 2, 3, 4, 5, 6, 7].map((at) => String(at).repeat(40))
    server.behaviour.ttl = 60
    server.behaviour.search = async () =>
      dead.map((info_hash, at) => ({ ...lesser(`release ${at}`, 20 - at), info_hash }))
    for (const id of dead)
      client.show({ id, state: 'stalled', progress: 0.1, speed: 0, secondsLeft: null, seeds: 0 })
    await server.want()
    /** Waits more than a day, after which every stored search has expired. */
    async function wait(): Promise<void> {
      for (let round = 0; round < 13; round += 1) {
        await server.run()
        await poll()
        for (let half = 0; half < 30; half += 1) await poll(4 * MINUTE + 30 * SECOND)
      }
    }
    await wait()
    expect(server.posted).toHaveLength(3)
    expect(await server.standing()).toMatchObject({
      state: 'failed',
      cause: { code: 'downloads_failed', params: { n: 3 } },
    })
    await server.adminActions.retry(ROSA, ASIN, undefined)
    await wait()
    expect(server.posted).toHaveLength(6)
  })

  it('is limited although a person acted while the clock was ahead', async () => {
    const dead = [1, 2, 3, 4, 5].map((at) => String(at).repeat(40))
    server.behaviour.search = async () =>
      dead.map((info_hash, at) => ({ ...lesser(`release ${at}`, 20 - at), info_hash }))
    for (const id of dead) client.show({ id, state: 'failed', message: 'Broken.' })
    await server.want()
    clock.advance(24 * HOUR)
    await server.adminActions.retry(ROSA, ASIN, undefined)
    clock.advance(-24 * HOUR)
    for (let round = 0; round < 5; round += 1) {
      await server.run()
      await poll(MINUTE)
    }
    expect(server.posted).toHaveLength(3)
    expect(await server.standing()).toMatchObject({ state: 'failed', cause: { code: 'downloads_failed' } })
  })

  it('does not happen while the client has no room, and the same download continues when it has', async () => {
    server.behaviour.search = async () => [offer({ info_hash: HASH }), lesser('second')]
    client.show({ progress: 0.4 })
    await server.want()
    await server.run()
    await poll(0)
    const full = { state: 'failed', progress: 0.4, speed: 0, secondsLeft: null } as const
    client.show({ ...full, problem: 'client', message: 'No space left on device' })
    for (let round = 0; round < 60; round += 1) await poll(4 * MINUTE)
    await server.run()
    expect(await server.grabs()).toEqual(['good grabbed'])
    expect((await server.downloads())['good']).toMatchObject({ state: 'stalled', percent: 40 })
    expect(server.noted.at(-1)).toEqual([
      'one',
      {
        cause: {
          code: 'client_in_trouble',
          params: { client: 'Seedbox', text: 'No space left on device' },
        },
      },
    ])
    const { blockedReleases } = database().tables
    expect(await database().read.select().from(blockedReleases)).toEqual([])
    client.show({ progress: 0.5 })
    await poll()
    expect((await server.downloads())['good']).toMatchObject({ state: 'downloading', percent: 50 })
    expect(server.noted.at(-1)).toEqual(['one', { ok: true }])
  })

  it('needs a person if Earmark’s own download is removed before it was ever seen', async () => {
    await server.settings.patch({ send_torrents_by: 'client' })
    const { client: opened } = client.open
    opened.add = async () => HASH
    const uri = `magnet:?xt=urn:btih:${HASH}`
    server.behaviour.link = async () => ({ state: 'magnet', uri })
    server.behaviour.search = async () => [offer({ info_hash: HASH }), lesser('second')]
    await server.want()
    await server.run()
    expect(await server.grabs()).toEqual(['good grabbed'])
    await poll()
    expect(await server.standing()).toMatchObject({ state: 'grabbed' })
    await poll(3 * MINUTE)
    expect(await server.standing()).toMatchObject({ state: 'failed', cause: { code: 'download_gone' } })
    clock.advance(HOUR)
    await server.run()
    expect(await server.grabs()).toEqual(['good reverted'])
  })
})
