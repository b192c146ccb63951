import type pg from 'pg'
import { connect, within, type SettledAddress } from './postgres-connection'

/** How many checks for silence fit into the silence itself. */
const CHECKS = 4

/**
 * What the user's other connections are executing at the moment. A connection whose client reads no more is executing
 * nothing; a server that does not track statements shows empty ones for all.
 */
const AT_WORK = `select pid, query from pg_stat_activity
  where datname = current_database() and usename = current_user and pid <> pg_backend_pid()
    and state in ('active', 'fastpath function call', 'disabled') and wait_event_type is distinct from 'Client'`

interface AtWork {
  /** Of the process that executes it. */
  pid: number
  /** The statement, cut after some thousand characters. */
  query: string
}

interface Pending {
  /** On the monotonic clock, in milliseconds. */
  since: number
  /** The statement sent; undefined while connecting. */
  text?: string
}

interface SilenceOptions {
  address: SettledAddress
  /** Milliseconds without an answer after which a fresh connection is asked. */
  silence: number
  /** Called when connections have proved dead. */
  onDead: () => void
}

interface Context extends SilenceOptions {
  openedAt: WeakMap<pg.Client, number>
  pending: Map<pg.Client, Pending>
  dead: WeakSet<pg.Client>
  /** On the monotonic clock; connections opened earlier may be dead, too. */
  formerBefore: number
  checking: boolean
}

export type Silence = ReturnType<typeof watchSilence>

/**
 * Tells connections that have died without a word, as those to a machine that vanished do, from slow ones. If one has
 * not answered for a while, a fresh connection asks the server what it is executing. If that is answered, and the
 * connection is not among that, no answer will come: it is destroyed, and all that were opened before count as former
 * ones. Behind a pooler, which hides what executes for whom, statements are compared by their text; another instance's
 * equal statement only delays the finding.
 */
export function watchSilence(options: SilenceOptions) {
  const records = { openedAt: new WeakMap(), pending: new Map(), dead: new WeakSet() }
  const context: Context = { ...options, ...records, formerBefore: -Infinity, checking: false }
  const { openedAt, pending, dead } = context
  const timer = setInterval(() => void check(context), options.silence / CHECKS)
  timer.unref()

  return {
    /** Watches a connection while it is being made. */
    connecting(client: pg.Client): void {
      const since = performance.now()
      openedAt.set(client, since)
      pending.set(client, { since })
      const made = () => void pending.delete(client)
      client.once('connect', made).once('end', made)
    },

    /** Watches a connection until it answers a statement. */
    async answer<T>(client: pg.Client, text: string, answer: Promise<T>): Promise<T> {
      pending.set(client, { since: performance.now(), text })
      try {
        return await answer
      } finally {
        pending.delete(client)
      }
    },

    /** Whether the connection has proved dead. */
    isDead: (client: pg.Client): boolean => dead.has(client),

    /** Whether the connection was opened before others proved dead, so that it may be dead, too. */
    isFormer: (client: pg.Client): boolean => (openedAt.get(client) ?? 0) < context.formerBefore,

    /** Whether connections opened at a time of the monotonic clock count as former ones. */
    areFormer: (since: number): boolean => since < context.formerBefore,

    end: (): void => clearInterval(timer),
  }
}

async function check(context: Context): Promise<void> {
  const { pending, silence } = context
  const now = performance.now()
  const silent = [...pending].filter(([, { since }]) => now - since >= silence)
  if (context.checking || silent.length === 0) return
  context.checking = true
  // Once one is dead, others of its age need not be silent for as long.
  const suspected = [...pending].filter(([, { since }]) => now - since >= silence / CHECKS)
  try {
    await bury(context, new Set(silent.map(([client]) => client)), suspected)
  } catch {
    // A server that does not answer a fresh connection either proves nothing; the next check asks again.
  } finally {
    context.checking = false
  }
}

/** Buries suspected connections that a server which answers knows nothing of, if they include a silent one. */
async function bury(
  context: Context,
  silent: ReadonlySet<pg.Client>,
  suspected: [pg.Client, Pending][],
): Promise<void> {
  const { address, pending, dead, onDead } = context
  const startedAt = performance.now()
  // A shorter wait than for the others: if the machine comes back meanwhile, the next attempt is answered at once.
  const executing = await statementsAtWork(address, context.silence / 2)
  const found = suspected.filter(
    ([client, { since, text }]) =>
      pending.get(client)?.since === since &&
      !executing.some(({ pid, query }) =>
        address.pooled ? text?.startsWith(query) : 'processID' in client && client.processID === pid,
      ),
  )
  if (!found.some(([client]) => silent.has(client))) return
  context.formerBefore = startedAt
  for (const [client] of found) {
    dead.add(client)
    client.connection.stream.destroy()
  }
  onDead()
}

/** @throws if a fresh connection is not made or not answered in time. */
async function statementsAtWork(address: SettledAddress, timeout: number): Promise<AtWork[]> {
  const client = await connect(address, { timeout })
  try {
    const { rows } = await within(timeout, client.query<AtWork>(AT_WORK))
    return rows
  } finally {
    client.connection.stream.destroy()
  }
}
