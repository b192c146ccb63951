import type { Client } from 'pg'
import type { Signals } from './database'
import { createLocalSignals } from './signals'
import { within } from './time-limit'

const CHANNEL = 'earmark'
const ALIVE = 'alive'
/** Milliseconds that a connection has to begin listening. */
const LISTEN_TIMEOUT = 5000
/** While no sign of life comes back, every so many checks listen again. */
const LOOK_EVERY = 3
/** After one silence, the connection may have been lost without a sign; after so many, it is not that. */
const SURE = 2

/** Signals that reach every instance, this one included. */
interface PostgresSignals extends Signals {
  close(): Promise<void>
}

interface SignalOptions {
  /** Notifies every instance. */
  send: (channel: string, payload: string) => Promise<unknown>
  /** Makes the connection that listens. */
  connect: () => Promise<Client>
  /** Milliseconds between signs of life. */
  checkEvery: number
  /** Hears once of each time that the database could not be asked. */
  onError: (error: unknown) => void
  /** Hears once of each time that signs of life come back to no connection. */
  onSilence: () => void
}

interface Context extends SignalOptions {
  local: ReturnType<typeof createLocalSignals>
  missed: Set<() => void>
  /** Names this instance in what it sends. */
  self: string
  listener?: Client | undefined
  heard: boolean
  lost: boolean
  closed: boolean
  /** Checks in a row before which no sign of life had come back to a connection that listened. */
  silences: number
  checking?: Promise<void> | undefined
}

/**
 * LISTEN and NOTIFY carry signals to every instance; this one hears its own at once. A connection can be lost
 * without a sign, and a pooler can swallow what it does not understand: so a sign of life is sent round, and when it
 * does not come back, a new connection listens. As long as that lasts, listeners are told to look for themselves.
 */
export async function createPostgresSignals(options: SignalOptions): Promise<PostgresSignals> {
  const state = { heard: true, lost: false, closed: false, silences: 0 }
  const tools = { local: createLocalSignals(), missed: new Set<() => void>(), self: crypto.randomUUID() }
  const context: Context = { ...options, ...tools, ...state }
  const { local, missed } = context
  await listen(context)
  check(context)
  const timer = setInterval(() => check(context), options.checkEvery)
  timer.unref()
  return {
    publish: (topic, message) => publish(context, topic, message),
    subscribe: (topic, heardOf) => local.subscribe(topic, heardOf),
    onMissed(look) {
      missed.add(look)
      return () => missed.delete(look)
    },
    async close() {
      context.closed = true
      clearInterval(timer)
      dismiss(context)
      await Promise.race([context.checking, new Promise((passed) => setTimeout(passed, 1000).unref())])
    },
  }
}

function publish(context: Context, topic: string, message: string): void {
  const { local, send, self, onError } = context
  local.publish(topic, message)
  send(CHANNEL, `${self} ${topic} ${message}`).catch((error: unknown) => {
    // Who ends is not told that work which ended last could not be announced.
    if (!context.closed) onError(error)
  })
}

function hear(context: Context, payload = ''): void {
  const [from, topic, ...words] = payload.split(' ')
  if (topic === undefined) return
  if (from !== context.self) context.local.publish(topic, words.join(' '))
  else if (topic === ALIVE) context.heard = true
}

async function listen(context: Context): Promise<void> {
  dismiss(context)
  const client = await context.connect()
  client.on('notification', ({ payload }) => hear(context, payload))
  client.on('end', () => {
    if (context.listener !== client) return
    context.listener = undefined
    context.heard = false
    listenAgain(context)
  })
  try {
    await within(LISTEN_TIMEOUT, client.query(`listen ${CHANNEL}`))
  } catch (error) {
    client.connection.stream.destroy()
    throw error
  }
  // It may have come too late.
  if (context.closed) client.connection.stream.destroy()
  else context.listener = client
}

/** Politeness would wait for a server that may be frozen; a lost connection ends the listening as well. */
function dismiss(context: Context): void {
  const former = context.listener
  context.listener = undefined
  former?.connection.stream.destroy()
}

async function checkOnce(context: Context): Promise<void> {
  const deaf = context.listener !== undefined && !context.heard
  context.silences = deaf ? context.silences + 1 : 0
  const { silences } = context
  // Behind some poolers nothing will ever come back.
  if (silences > 1 && silences % LOOK_EVERY !== SURE % LOOK_EVERY) return
  try {
    const again = context.listener === undefined || deaf
    if (again) await listen(context)
    context.heard = false
    await context.send(CHANNEL, `${context.self} ${ALIVE}`)
    context.lost = false
    if (silences === SURE) context.onSilence()
    // What was not heard meanwhile.
    if (again) for (const look of context.missed) look()
  } catch (error) {
    if (!context.lost) context.onError(error)
    context.lost = true
  }
}

/** At once, or after a check that is under way and may still take the connection for a good one. */
function listenAgain(context: Context): void {
  if (context.checking === undefined) return check(context)
  void context.checking.then(() => {
    if (context.listener === undefined) check(context)
  })
}

function check(context: Context): void {
  if (context.closed) return
  context.checking ??= checkOnce(context).finally(() => (context.checking = undefined))
}
