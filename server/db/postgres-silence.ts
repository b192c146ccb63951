import pg from 'pg'
import { connect, within, type SettledAddress } from './postgres-connection'
import { ASK_SERVER, speaksFor, type PostgresServer } from './postgres-server.rules'

/** How many checks for silence fit into the silence itself. */
const CHECKS = 4

/**
 * What the user's other connections are executing at the moment; a server that does not track statements shows empty
 * ones for all.
 */
const AT_WORK = `select pid, query, wait_event_type is not distinct from 'Client' as "waitsForClient"
  from pg_stat_activity
  where datname = current_database() and usename = current_user and pid <> pg_backend_pid()
    and state in ('active', 'fastpath function call', 'disabled')`

interface AtWork {
  /** Of the process that executes it. */
  pid: number
  /** The statement, cut after some thousand characters. */
  query: string
  /** Whether it waits until its client takes or sends more. */
  waitsForClient: boolean
}

/** Where a connection has ended up. */
interface Reached extends PostgresServer {
  /** Of the process that executes its statements. */
  pid: number
}

interface Pending {
  /** When it was sent, or the last part of its answer arrived: on the monotonic clock, in milliseconds. */
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
  reached: WeakMap<pg.Client, Reached>
  /** All servers reached through the address, by system and start. */
  servers: Map<string, PostgresServer>
  dead: WeakSet<pg.Client>
  /** On the monotonic clock; connections opened earlier may be dead, too. */
  formerBefore: number
  checking: boolean
}

export type Silence = ReturnType<typeof watchSilence>

/**
 * Tells connections that have died without a word, as those to a machine that vanished do, from slow ones. If one has
 * sent nothing for a while, a fresh connection asks the server what it is executing. If that is answered, and the
 * connection is not among that, or waits for someone to take its answer, no more will come: it is destroyed, and all
 * that were opened before count as former ones. If another server answers, it proves nothing. Behind a pooler, which
 * hides what executes for whom and where, statements are compared by their text; another instance's equal statement
 * only delays the finding.
 */
export function watchSilence(options: SilenceOptions) {
  const records = { openedAt: new WeakMap(), pending: new Map(), reached: new WeakMap(), dead: new WeakSet() }
  const servers = new Map<string, PostgresServer>()
  const context: Context = { ...options, ...records, servers, formerBefore: -Infinity, checking: false }
  const { openedAt, pending, reached, dead } = context
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
      client.once('connect', () => client.connection.stream.on('data', () => heard(context, client)))
    },

    /**
     * Notes which server a new connection has reached; one that cannot say is taken for the only one.
     * @throws if the connection is lost.
     */
    async meet(client: pg.Client): Promise<void> {
      const asked = client.query<Reached>(ASK_REACHED).catch(refused)
      const answer = await answered(context, client, ASK_REACHED, asked)
      const server = answer?.rows[0]
      if (!server) return
      reached.set(client, server)
      servers.set(`${server.system} ${server.startedAt}`, server)
    },

    /** Watches a connection until it answers a statement. */
    answer: <T>(client: pg.Client, text: string, answer: Promise<T>) =>
      answered(context, client, text, answer),

    /** Whether the connection has proved dead. */
    isDead: (client: pg.Client): boolean => dead.has(client),

    /** Whether the connection was opened before others proved dead, so that it may be dead, too. */
    isFormer: (client: pg.Client): boolean => (openedAt.get(client) ?? 0) < context.formerBefore,

    /** Whether connections opened at a time of the monotonic clock count as former ones. */
    areFormer: (since: number): boolean => since < context.formerBefore,

    end: (): void => clearInterval(timer),
  }
}

const ASK_REACHED = `${ASK_SERVER}, pg_backend_pid() as pid`

async function answered<T>(
  { pending }: Context,
  client: pg.Client,
  text: string,
  answer: Promise<T>,
): Promise<T> {
  pending.set(client, { since: performance.now(), text })
  try {
    return await answer
  } finally {
    pending.delete(client)
  }
}

/** Bytes have arrived: a large answer may take longer than the silence. */
function heard({ pending }: Context, client: pg.Client): void {
  const waiting = pending.get(client)
  if (waiting) pending.set(client, { ...waiting, since: performance.now() })
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
  const { server, statements } = await askForWork(address, context.silence / 2)
  const found = suspected.filter(
    ([client, { since, text }]) =>
      pending.get(client)?.since === since &&
      knows(context, server, client) &&
      !statements.some(
        ({ pid, query, waitsForClient }) =>
          !(waitsForClient && silent.has(client)) &&
          (address.pooled ? text?.startsWith(query) : pid === pidOf(context, client)),
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

/** Whether a server would know what a connection is executing; one that cannot say which it is would. */
function knows(
  { address, reached, servers }: Context,
  server: PostgresServer | undefined,
  client: pg.Client,
): boolean {
  if (server === undefined) return true
  const own = reached.get(client)
  if (address.pooled) return [...servers.values()].every((one) => speaksFor(server, one))
  return own === undefined || speaksFor(server, own)
}

/** Of the process that executes a connection's statements. */
function pidOf({ reached }: Context, client: pg.Client): unknown {
  return reached.get(client)?.pid ?? ('processID' in client ? client.processID : undefined)
}

/**
 * What the server that a fresh connection reaches is executing, and which one it is, if it can say.
 * @throws if the connection is not made or not answered in time.
 */
async function askForWork(
  address: SettledAddress,
  timeout: number,
): Promise<{ server: PostgresServer | undefined; statements: AtWork[] }> {
  const client = await connect(address, { timeout })
  try {
    const answers = (async () => {
      const { rows: statements } = await client.query<AtWork>(AT_WORK)
      const servers = await client.query<PostgresServer>(ASK_SERVER).catch(refused)
      return { server: servers?.rows[0], statements }
    })()
    return await within(timeout, answers)
  } finally {
    client.connection.stream.destroy()
  }
}

/** @throws whatever is not a refusal of the server. */
function refused(error: unknown): undefined {
  if (!(error instanceof pg.DatabaseError && error.severity === 'ERROR')) throw error
}
