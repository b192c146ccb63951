import type { Client } from 'pg'
import type { Signals } from './database'
import { createLocalSignals } from './signals'
import { within } from './time-limit'

const CHANNEL = 'earmark'
const ALIVE = 'alive'
/** Milliseconds that a connection has to begin listening. */
const LISTEN_TIMEOUT = 5000
/** While no sign of life comes back, every so many checks listen anew. */
const LOOK_EVERY = 3
/** After one silence, the connection may have been lost without a sign; after so many, it is not that. */
const SURE = 2

/** Signals that reach every instance, this one included. */
export interface PostgresSignals extends Signals {
  close(): Promise<void>
}

/**
 * LISTEN and NOTIFY carry signals to every instance; this one hears its own at once. A connection can be lost
 * without a sign, and a pooler can swallow what it does not understand: so a sign of life is sent round, and when it
 * does not come back, a new connection listens. As long as that lasts, listeners are told to look for themselves.
 * @param options.send notifies every instance.
 * @param options.connect makes the connection that listens.
 * @param options.checkEvery milliseconds between signs of life.
 * @param options.onError hears once of each time that the database could not be asked.
 * @param options.onSilence hears once of each time that signs of life come back to no connection.
 */
export async function createPostgresSignals(options: {
  send: (channel: string, payload: string) => Promise<unknown>
  connect: () => Promise<Client>
  checkEvery: number
  onError: (error: unknown) => void
  onSilence: () => void
}): Promise<PostgresSignals> {
  const { send, connect, checkEvery, onError, onSilence } = options
  const local = createLocalSignals()
  const missed = new Set<() => void>()
  const self = crypto.randomUUID()
  let listener: Client | undefined
  let heard = true
  let lost = false
  let closed = false
  /** Checks in a row before which no sign of life had come back to a connection that listened. */
  let silences = 0
  let checking: Promise<void> | undefined

  function hear(payload = ''): void {
    const [from, topic, ...words] = payload.split(' ')
    if (topic === undefined) return
    if (from !== self) local.publish(topic, words.join(' '))
    else if (topic === ALIVE) heard = true
  }

  async function listen(): Promise<void> {
    dismiss()
    const client = await connect()
    client.on('notification', ({ payload }) => hear(payload))
    client.on('end', () => {
      if (listener !== client) return
      listener = undefined
      heard = false
      check()
    })
    try {
      await within(LISTEN_TIMEOUT, client.query(`listen ${CHANNEL}`))
    } catch (error) {
      client.connection.stream.destroy()
      throw error
    }
    // It may have come too late.
    if (closed) client.connection.stream.destroy()
    else listener = client
  }

  /** Politeness would wait for a server that may be frozen; a lost connection ends the listening as well. */
  function dismiss(): void {
    const former = listener
    listener = undefined
    former?.connection.stream.destroy()
  }

  async function checkOnce(): Promise<void> {
    const deaf = listener !== undefined && !heard
    silences = deaf ? silences + 1 : 0
    // Behind some poolers nothing will ever come back.
    if (silences > 1 && silences % LOOK_EVERY !== SURE % LOOK_EVERY) return
    try {
      const anew = listener === undefined || deaf
      if (anew) await listen()
      heard = false
      await send(CHANNEL, `${self} ${ALIVE}`)
      lost = false
      if (silences === SURE) onSilence()
      // What was not heard meanwhile.
      if (anew) for (const look of missed) look()
    } catch (error) {
      if (!lost) onError(error)
      lost = true
    }
  }

  function check(): void {
    if (!closed) checking ??= checkOnce().finally(() => (checking = undefined))
  }

  await listen()
  check()
  const timer = setInterval(check, checkEvery)
  timer.unref()

  return {
    publish(topic, message) {
      local.publish(topic, message)
      send(CHANNEL, `${self} ${topic} ${message}`).catch((error: unknown) => {
        // Who ends is not told that work which ended last could not be announced.
        if (!closed) onError(error)
      })
    },
    subscribe: (topic, heardOf) => local.subscribe(topic, heardOf),
    onMissed(look) {
      missed.add(look)
      return () => missed.delete(look)
    },
    async close() {
      closed = true
      clearInterval(timer)
      dismiss()
      await Promise.race([checking, new Promise((passed) => setTimeout(passed, 1000).unref())])
    },
  }
}
