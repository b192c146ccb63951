import type { Client } from 'pg'
import { createListeners, type Listeners } from '#server/async/listeners'
import { endsBeforeTimeout } from '#server/async/timeout'
import type { Signals } from './database'
import { within } from './postgres-connection'
import { createLocalSignals } from './signals'

const CHANNEL = 'earmark'
const ALIVE = 'alive'
/** Milliseconds in which a connection has to start listening. */
const LISTEN_TIMEOUT = 5000
/** Milliseconds for which closing waits for a check. */
const CLOSE_TIMEOUT = 1000
/** While no heartbeat returns, every how many checks to reconnect. */
const RECONNECT_EVERY = 3
/** Silent checks after which the cause must be something other than a lost connection. */
const SILENCES_TO_REPORT = 2

/** Signals that reach every instance, including this one. */
interface PostgresSignals extends Signals {
  /** Listens on a new connection, because others of the same age are dead. */
  renew(): void
  close(): Promise<void>
}

interface SignalOptions {
  /** Notifies every instance. */
  send: (channel: string, payload: string) => Promise<unknown>
  /** Opens the listening connection. */
  connect: () => Promise<Client>
  /** Milliseconds between heartbeats. */
  checkEvery: number
  /** Called once per database outage. */
  onError: (error: unknown) => void
  /** Called once per period in which no connection receives heartbeats. */
  onSilence: () => void
}

interface Context extends SignalOptions {
  local: ReturnType<typeof createLocalSignals>
  missed: Listeners
  /** Identifies this instance in its messages. */
  self: string
  listener?: Client | undefined
  heard: boolean
  lost: boolean
  closed: boolean
  /** Consecutive checks without a returned heartbeat on a listening connection. */
  silences: number
  checking?: Promise<void> | undefined
}

/**
 * Sends signals to every instance with LISTEN and NOTIFY; this instance hears its own at once. A connection
 * can be lost silently, and a pooler can swallow messages it does not understand. So the instance sends
 * heartbeats to itself, and if one does not return, a new connection listens. Until then, listeners are told
 * to check for themselves.
 */
export async function createPostgresSignals(options: SignalOptions): Promise<PostgresSignals> {
  const state = { heard: true, lost: false, closed: false, silences: 0 }
  const tools = { local: createLocalSignals(), missed: createListeners(), self: crypto.randomUUID() }
  const context: Context = { ...options, ...tools, ...state }
  const { local, missed } = context
  await listen(context)
  check(context)
  const timer = setInterval(() => check(context), options.checkEvery)
  timer.unref()
  return {
    publish: (topic, message) => publish(context, topic, message),
    subscribe: (topic, heardOf) => local.subscribe(topic, heardOf),
    onMissed: missed.add,
    renew() {
      dismiss(context)
      reconnect(context)
    },
    async close() {
      context.closed = true
      clearInterval(timer)
      dismiss(context)
      if (context.checking) await endsBeforeTimeout(CLOSE_TIMEOUT, context.checking)
    },
  }
}

function publish(context: Context, topic: string, message: string): void {
  const { local, send, self, onError } = context
  local.publish(topic, message)
  send(CHANNEL, `${self} ${topic} ${message}`).catch((error: unknown) => {
    // During shutdown, failing to announce the last work is not reported.
    if (!context.closed) onError(error)
  })
}

function receive(context: Context, payload = ''): void {
  const [from, topic, ...words] = payload.split(' ')
  if (topic === undefined) return
  if (from !== context.self) context.local.publish(topic, words.join(' '))
  else if (topic === ALIVE) context.heard = true
}

async function listen(context: Context): Promise<void> {
  dismiss(context)
  const client = await context.connect()
  client.on('notification', ({ payload }) => receive(context, payload))
  client.on('end', () => {
    if (context.listener !== client) return
    context.listener = undefined
    context.heard = false
    reconnect(context)
  })
  try {
    await within(LISTEN_TIMEOUT, client.query(`listen ${CHANNEL}`))
  } catch (error) {
    client.connection.stream.destroy()
    throw error
  }
  // The connection may have been opened too late.
  if (context.closed) client.connection.stream.destroy()
  else context.listener = client
}

/** A graceful end would wait for a server that may be frozen; a dropped connection ends the listening too. */
function dismiss(context: Context): void {
  const former = context.listener
  context.listener = undefined
  former?.connection.stream.destroy()
}

async function checkOnce(context: Context): Promise<void> {
  const isSilent = context.listener !== undefined && !context.heard
  context.silences = isSilent ? context.silences + 1 : 0
  const { silences } = context
  // Behind some poolers, heartbeats never return.
  if (silences > 1 && silences % RECONNECT_EVERY !== SILENCES_TO_REPORT % RECONNECT_EVERY) return
  try {
    const again = context.listener === undefined || isSilent
    if (again) await listen(context)
    context.heard = false
    await context.send(CHANNEL, `${context.self} ${ALIVE}`)
    context.lost = false
    if (silences === SILENCES_TO_REPORT) context.onSilence()
    // Signals may have been missed meanwhile.
    if (again) context.missed.call()
  } catch (error) {
    if (!context.lost) context.onError(error)
    context.lost = true
  }
}

/** Checks at once, or after a check in progress, which may not have noticed that the connection is lost. */
function reconnect(context: Context): void {
  if (context.checking === undefined) return check(context)
  void context.checking.then(() => {
    if (context.listener === undefined) check(context)
  })
}

function check(context: Context): void {
  if (context.closed) return
  context.checking ??= checkOnce(context).finally(() => (context.checking = undefined))
}
