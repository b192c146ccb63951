import { expect, it, onTestFinished } from 'vitest'
import { createFulfilmentJob } from '#server/jobs/jobs'
import { onEachDatabase } from '#tests/support/databases'
import { silentLog } from '#tests/support/records'
import { fulfilmentOver, handDriven, later, offer } from '#tests/server/domain/fulfilment/fulfilment.fixture'
import type { OfferedRelease } from '#server/domain/integrations/integrations.types'

onEachDatabase('the fulfilment job', (database) => {
  async function startInstances(driven: ReturnType<typeof handDriven>, number = 2) {
    const clock = { read: () => new Date(), advance: () => undefined }
    const instances = Array.from({ length: number }, () => fulfilmentOver(database(), { driven, clock }))
    const [first] = instances
    if (!first) throw new Error('No instance')
    await first.settings.patch({ auto_download: true })
    const jobs = instances.map((fulfilment) =>
      createFulfilmentJob({ fulfilment, clock: clock.read, log: silentLog }),
    )
    return {
      first,
      start() {
        for (const job of jobs) job.start()
        onTestFinished(async () => {
          await Promise.all(jobs.map((job) => job.stop()))
        })
      },
      jobs,
    }
  }

  it('resumes unfinished work when it starts', async () => {
    const driven = handDriven()
    const { first, start } = await startInstances(driven, 1)
    await first.want()
    start()
    await expect.poll(async () => (await first.standing())?.state).toBe('grabbed')
  })

  it('begins at once when it is called, on one of the instances, and grabs every release once', async () => {
    const driven = handDriven()
    const { first, start } = await startInstances(driven)
    driven.behaviour.search = async () => [offer({ guid: crypto.randomUUID() })]
    start()
    for (let at = 1; at <= 6; at += 1) {
      const asin = `B00000000${at}`
      await first.want({ asin })
      first.demand.wake()
      await expect.poll(async () => (await first.standing(asin))?.state).toBe('grabbed')
    }
    expect(driven.posted).toHaveLength(6)
  })

  it('begins when automatic download is switched on', async () => {
    const driven = handDriven()
    const { first, start } = await startInstances(driven)
    await first.settings.patch({ auto_download: false })
    await first.want()
    start()
    await first.settings.patch({ auto_download: true })
    await expect.poll(() => driven.posted.length).toBe(1)
  })

  it('stops in the middle of a search and leaves it to the next one', async () => {
    const driven = handDriven()
    const answer = later<OfferedRelease[]>()
    driven.behaviour.search = () => answer.promise
    const { first, jobs } = await startInstances(driven)
    const [one, two] = jobs
    await first.want()
    one?.start()
    await expect.poll(() => driven.queries.length).toBe(1)
    await one?.stop()
    expect((await first.standing())?.leaseOwner).toBeNull()
    driven.behaviour.search = async () => [offer()]
    onTestFinished(async () => two?.stop())
    two?.start()
    await expect.poll(async () => (await first.standing())?.state).toBe('grabbed')
  })
})
