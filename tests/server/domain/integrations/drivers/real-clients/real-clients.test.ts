import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { torrentOfBothKinds } from '#fakes/download-clients/release-files'
import { settingsOf } from '#tests/server/domain/integrations/drivers/access.fixture'
import {
  describeCategories,
  describeDownloadClient,
  describeMagnets,
  nzbOf,
  torrentOf,
} from '#tests/server/domain/integrations/drivers/download-clients.contract'
import { eventually } from '#tests/support/eventually'
import { findCommands, realClients } from './programs'
import { startRealClient, type RunningClient } from './start'

describe.each(realClients)('The real $name', (program) => {
  const paths = findCommands(program)

  if (paths === null) {
    it(`is not tested, because ${program.commands.join(' or ')} is not installed here: its fake answers instead of it`, () => {
      expect(findCommands(program)).toBeNull()
    })
    return
  }

  let running: RunningClient | undefined
  beforeAll(async () => {
    running = await startRealClient(program, paths)
  })
  afterAll(() => running?.stop())

  const start = async () => {
    if (running === undefined) throw new Error('It is not up')
    return running
  }
  describeDownloadClient(program.name, start)
  if (program.magnets) describeMagnets(program.name, start)
  if (program.categories) describeCategories(program.name, start)

  /** A new driver, and the number of calls it has made. */
  async function counted() {
    const { settings } = await start()
    const calls = { made: 0 }
    const driver = program.create({
      userAgent: 'Earmark/test',
      fetch(input, init) {
        calls.made += 1
        return fetch(input, init)
      },
    })
    return { driver, client: driver.open(settingsOf(driver, settings).access), calls }
  }

  it('takes one call for unchanged downloads', async () => {
    const { driver, client, calls } = await counted()
    const name = `Where it was ${randomUUID().slice(0, 8)}`
    const id = await client.add(driver.protocol === 'torrent' ? torrentOf(name) : nzbOf(name))
    await eventually(async () => expect(await client.status([id])).toMatchObject([{ id }]))
    const before = calls.made
    expect(await client.status([id])).toMatchObject([{ id }])
    expect(calls.made - before).toBe(1)
    await client.remove(id, true)
  })

  if (program.name !== 'qBittorrent') return

  it('takes one call for a hybrid torrent, once that was found', async () => {
    const { client, calls } = await counted()
    const { file, infoHash } = torrentOfBothKinds(`Both ${randomUUID().slice(0, 8)}`)
    await client.add({ kind: 'torrent', name: 'Both', file, infoHash })
    await eventually(async () => expect(await client.status([infoHash])).toMatchObject([{ id: infoHash }]))
    const before = calls.made
    expect(await client.status([infoHash])).toMatchObject([{ id: infoHash }])
    expect(calls.made - before).toBe(1)
    await client.remove(infoHash, true)
  })
})
