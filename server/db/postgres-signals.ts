import type { Sql } from 'postgres'
import type { Signals } from './database'
import { createLocalSignals } from './signals'

const CHANNEL = 'earmark'
const ALIVE = 'alive'

/** Signals that reach every instance, this one included. */
export interface PostgresSignals extends Signals {
  close(): Promise<void>
}

/**
 * LISTEN and NOTIFY carry signals to every instance. The driver listens again only once after a lost
 * connection and is silent when that fails, so a sign of life is sent round; when it does not come back, a new
 * connection listens.
 * @param options.sql sends the signals.
 * @param options.connect makes the connection that listens.
 * @param options.checkEvery milliseconds between signs of life.
 * @param options.onError hears once of each time that listening was lost.
 */
export async function createPostgresSignals(options: {
  sql: Sql
  connect: () => Sql
  checkEvery: number
  onError: (error: unknown) => void
}): Promise<PostgresSignals> {
  const { sql, connect, checkEvery, onError } = options
  const local = createLocalSignals()
  const self = crypto.randomUUID()
  let listener = connect()
  let heard = true
  let lost = false
  let check = Promise.resolve()

  function hear(payload: string): void {
    const end = payload.indexOf(' ')
    const [topic, message] = [payload.slice(0, end), payload.slice(end + 1)]
    if (topic !== ALIVE) local.publish(topic, message)
    else if (message === self) heard = true
  }

  async function listenAgain(): Promise<void> {
    await listener.end({ timeout: 1 })
    listener = connect()
    await listener.listen(CHANNEL, hear)
  }

  async function checkOnce(): Promise<void> {
    try {
      if (!heard) await listenAgain()
      heard = false
      await sql.notify(CHANNEL, `${ALIVE} ${self}`)
      lost = false
    } catch (error) {
      if (!lost) onError(error)
      lost = true
    }
  }

  await listener.listen(CHANNEL, hear)
  let checking = false
  const timer = setInterval(() => {
    if (checking) return
    checking = true
    check = checkOnce().finally(() => (checking = false))
  }, checkEvery)
  timer.unref()

  return {
    publish: (topic, message) => void sql.notify(CHANNEL, `${topic} ${message}`).catch(onError),
    subscribe: (topic, heardOf) => local.subscribe(topic, heardOf),
    async close() {
      clearInterval(timer)
      await Promise.race([check, new Promise((passed) => setTimeout(passed, 1000).unref())])
      await listener.end({ timeout: 1 })
    },
  }
}
