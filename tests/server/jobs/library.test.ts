import { expect, it, onTestFinished, vi } from 'vitest'
import { createLibraryJob } from '#server/jobs/jobs'
import { actor } from '#tests/support/accounts'
import { onEachDatabase } from '#tests/support/databases'
import { silentLog } from '#tests/support/records'
import { indexersOver } from '#tests/server/domain/integrations/integrations.fixture'

const ADMINISTRATOR = actor({ id: 'root', username: 'Root', role: 'admin', root: true })

onEachDatabase('the job that reads libraries', (database) => {
  it('reads a library as soon as it is connected, and again when its settings change', async () => {
    const { connections } = indexersOver(database())
    const read: string[][] = []
    const refresh = vi.fn(async () => {
      read.push((await connections.libraries()).map(({ name }) => name))
    })
    const job = createLibraryJob({
      library: { refresh },
      connections,
      clock: () => new Date(),
      log: silentLog,
    })
    onTestFinished(() => job.stop())
    job.start()
    await expect.poll(() => read).toEqual([[]])
    const { id } = await connections.create(
      {
        driver: 'Plex',
        name: 'Attic',
        enabled: true,
        settings: { base_url: 'http://127.0.0.1:9', api_key: 'key' },
      },
      ADMINISTRATOR,
    )
    await expect.poll(() => read).toEqual([[], ['Attic']])
    await connections.change(id, { enabled: false }, ADMINISTRATOR)
    await expect.poll(() => read).toEqual([[], ['Attic'], []])
  })
})
