import { beforeEach, describe, expect, it } from 'vitest'
import { onEachDatabase } from '#tests/support/databases'
import { lesser, offer } from '#tests/server/domain/fulfilment/fulfilment.fixture'
import { serverWithClient } from './client.fixture'

const SECOND = 1000
const MINUTE = 60 * SECOND
const DAY = 24 * 60 * MINUTE
const { title } = offer()

onEachDatabase('releases that are followed by an ambiguous name:', (database) => {
  const { clock, client, server, poll } = serverWithClient(database, { protocol: 'usenet' })

  const failed = {
    state: 'failed',
    message: 'Broken',
    progress: null,
    speed: null,
    secondsLeft: null,
  } as const

  /** Grabs the first release, and makes its download fail. */
  async function failFirst(): Promise<void> {
    client.show({ id: 'nzo1', name: title, progress: 0.2 })
    await server.want()
    await server.run()
    await poll(0)
    client.show({ id: 'nzo1', name: title, ...failed })
    await poll()
    expect(await server.grabs()).toEqual(['good reverted'])
    await server.run()
    expect(await server.grabs()).toEqual(['good reverted', 'second grabbed'])
  }

  beforeEach(async () => {
    server.behaviour.search = async () =>
      [offer(), lesser('second'), lesser('third', 1)].map((one) => ({ ...one, title, protocol: 'usenet' }))
  })

  it('a failed one stays with the client, and is not mistaken for the next', async () => {
    await failFirst()
    for (let round = 0; round < 4; round += 1) await poll(20 * SECOND)
    expect(await server.grabs()).toEqual(['good reverted', 'second grabbed'])
    expect((await server.downloads())['second']).toMatchObject({ state: 'expected', foundBy: null })
  })

  it('the next one is found beside the failed one, and followed to its end', async () => {
    await failFirst()
    client.show({ id: 'nzo2', name: title, progress: 0.5 })
    await poll()
    expect((await server.downloads())['second']).toMatchObject({ percent: 50, downloadId: 'nzo2' })
    client.show({ id: 'nzo2', name: title, state: 'completed', progress: 1 })
    await poll()
    expect((await server.downloads())['second']).toMatchObject({ state: 'completed' })
    expect((await server.downloads())['good']).toMatchObject({ state: 'failed', downloadId: 'nzo1' })
  })

  it('a failed one is removed if so configured, if the client got it after the release was sent', async () => {
    await server.settings.patch({ remove_failed: true })
    client.show({ id: 'nzo1', name: title, progress: 0.2, addedAt: clock.read() })
    await server.want()
    await server.run()
    await poll(0)
    client.show({ id: 'nzo1', name: title, ...failed, addedAt: clock.read() })
    await poll()
    expect(client.removed).toEqual(['nzo1 true'])
    await server.run()
    // Not certainly the one that was sent: added a minute before, or at an unknown time.
    const before = new Date(clock.read().getTime() - MINUTE)
    client.show({ id: 'nzo2', name: title, ...failed, addedAt: before })
    await poll()
    await server.run()
    client.show({ id: 'nzo3', name: title, ...failed })
    await poll()
    expect((await server.grabs()).filter((one) => one.endsWith('reverted'))).toHaveLength(3)
    expect(client.removed).toEqual(['nzo1 true'])
  })

  it('one that a person took back, and the client continues, is not the next one', async () => {
    client.show({ id: 'nzo1', name: title, progress: 0.2 })
    await server.want()
    await server.run()
    await poll(0)
    const person = { id: 'rosa', username: 'rosa', role: 'admin', root: false } as const
    const { asin = '' } = (await server.standing()) ?? {}
    await server.adminActions.revert(person, asin)
    await server.run()
    expect(await server.grabs()).toEqual(['good reverted', 'second grabbed'])
    await poll()
    expect((await server.downloads())['second']).toMatchObject({ state: 'expected' })
  })

  it('one that the client had before is not the one grabbed', async () => {
    const completed = { name: title, state: 'completed', progress: 1 } as const
    client.show({ id: 'old', ...completed, addedAt: new Date(clock.read().getTime() - DAY) })
    client.show({ id: 'older', ...completed, endedAt: new Date(clock.read().getTime() - 2 * DAY) })
    await server.want()
    await server.run()
    await poll(0)
    expect((await server.downloads())['good']).toMatchObject({ state: 'expected' })
    client.show({ id: 'new', name: title, progress: 0.1, addedAt: clock.read() })
    await poll()
    expect((await server.downloads())['good']).toMatchObject({ downloadId: 'new', percent: 10 })
  })

  describe('outside the category that the connection watches', () => {
    it('one of exactly the name is followed to its end', async () => {
      client.showElsewhere({ id: 'nzo1', name: title.replaceAll(' ', '.'), progress: 0.1 })
      await server.want()
      await server.run()
      await poll(0)
      expect((await server.downloads())['good']).toMatchObject({
        downloadId: 'nzo1',
        percent: 10,
        foundBy: 'name',
      })
      client.showElsewhere({ id: 'nzo1', name: title, state: 'completed', progress: 1 })
      await poll()
      expect((await server.downloads())['good']).toMatchObject({ state: 'completed' })
    })

    it('nothing is looked for if the category has one of the name', async () => {
      client.show({ id: 'nzo1', name: title, progress: 0.2 })
      client.showElsewhere({ id: 'nzo2', name: title, progress: 0.1 })
      await server.want()
      await server.run()
      await poll(0)
      expect((await server.downloads())['good']).toMatchObject({ downloadId: 'nzo1' })
      expect(client.calls).not.toContain('others')
    })

    it.each([
      ['with another name', { name: `${title} 2` }],
      ['that ended at an unknown time', { state: 'completed', progress: 1 }],
      ['that failed at an unknown time', { ...failed }],
      ['that was there a day before', { addedAt: new Date('2026-05-31T12:00:00Z') }],
      ['beside another of its name', { id: 'nzo2' }],
    ] as const)('one %s is left alone', async (kind, facts) => {
      if (kind.startsWith('beside')) client.showElsewhere({ id: 'nzo1', name: title })
      client.showElsewhere({ id: 'nzo1', name: title, ...facts })
      await server.want()
      await server.run()
      await poll(0)
      expect(client.calls).toContain('others')
      expect((await server.downloads())['good']).toMatchObject({ state: 'expected', foundBy: null })
    })
  })
})
