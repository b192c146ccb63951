import type { OutboxRepository, TriedDelivery } from './outbox.repository'

/** Results written in one transaction at most. */
const BATCH = 200
/** Milliseconds to wait for more results before writing: a transaction costs much more than a row. */
const GATHER = 5
/** Pauses between tries to write down a result, in milliseconds: the message is sent, so it must not get lost. */
const PAUSES = [250, 1000, 4000, 10_000]

interface Waiting {
  tried: TriedDelivery
  resolve: (stillOurs: boolean) => void
  reject: (error: unknown) => void
}

/**
 * Writes results down together: what arrives while a transaction runs shares the next one.
 */
export function createDeliveryRecorder(dependencies: {
  repository: Pick<OutboxRepository, 'record'>
  clock: () => Date
  pauses?: readonly number[]
}) {
  const { repository, clock, pauses = PAUSES } = dependencies
  const waiting: Waiting[] = []
  let writing = false

  async function write(batch: Waiting[]): Promise<Set<string>> {
    const tried = batch.map((entry) => entry.tried)
    for (const pause of pauses) {
      try {
        return await repository.record(tried, clock())
      } catch {
        // The last try below tells what is wrong, if it still is.
        await new Promise((resolve) => setTimeout(resolve, pause))
      }
    }
    return repository.record(tried, clock())
  }

  async function writeAll(): Promise<void> {
    writing = true
    while (waiting.length > 0) {
      await new Promise((resolve) => setTimeout(resolve, GATHER))
      const batch = waiting.splice(0, BATCH)
      try {
        const recorded = await write(batch)
        for (const { tried, resolve } of batch) resolve(recorded.has(tried.id))
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    writing = false
  }

  return {
    /**
     * Resolves when the result is stored.
     * @returns false when the delivery was deleted or taken over meanwhile, and nothing was stored.
     * @throws when the database does not take it.
     */
    record(tried: TriedDelivery): Promise<boolean> {
      return new Promise((resolve, reject) => {
        waiting.push({ tried, resolve, reject })
        if (!writing) void writeAll()
      })
    },
  }
}
