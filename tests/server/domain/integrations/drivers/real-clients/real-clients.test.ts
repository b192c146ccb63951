import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  describeDownloadClient,
  describeMagnets,
} from '#tests/server/domain/integrations/drivers/download-clients.contract'
import { findCommands, realClients } from './programs'
import { startRealClient, type RunningClient } from './start'

describe.each(realClients)('The real $name', (program) => {
  const paths = findCommands(program)

  if (paths === null) {
    it(`is not asked, as ${program.commands.join(' or ')} is not installed here: its fake answers in place of it`, () => {
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
})
