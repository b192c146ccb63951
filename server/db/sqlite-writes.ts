import { createQueue } from '#server/async/queue'
import type { Transaction } from './database'
import { sqliteQueries } from './sqlite-queries'
import type { SqliteOrder, SqliteRows } from './sqlite-thread.types'

type Ask = (order: SqliteOrder) => Promise<SqliteRows>
type Attempt = <T>(work: () => Promise<T>) => Promise<T>
type Work<T> = (transaction: Transaction) => Promise<T>

/** Maximum transactions committed together. */
const MEMBERS = 32
/** Milliseconds after which no more transactions join, because the first ones wait for the last. */
const JOIN_MS = 20

/** Transactions that ran one after another and are not committed yet. */
interface Group {
  members: number
  /** When it began. */
  since: number
  /** Resolves once its transactions are stored; rejects if none of them is. */
  stored: Promise<unknown>
  /** Lets `stored` end like this promise. */
  end: (ending: Promise<unknown>) => void
}

interface Context {
  ask: Ask
  /** Milliseconds; only differences count. */
  now: () => number
  /** Amount of work that waits for its turn. */
  waiting: number
  group: Group | undefined
}

/**
 * Runs transactions one at a time, in the order given. Those that wait at the same time are committed together, because
 * each commit waits for the disk. Each is a savepoint, so that a failed one undoes only itself, and nobody hears of a
 * result before it is stored.
 * @param ask passes orders to the thread that writes.
 * @param now milliseconds; only differences count.
 */
export function createSqliteWrites(ask: Ask, now = () => performance.now()) {
  const context: Context = { ask, now, waiting: 0, group: undefined }
  const queue = createQueue()

  function afterOthers<T>(work: () => Promise<T>): Promise<T> {
    context.waiting++
    return queue.run(() => {
      context.waiting--
      return work()
    })
  }

  return {
    /**
     * Runs work in one transaction. It begins with its first statement; from then on, nothing else may write.
     * @param attempt runs the transaction, and again while another process locks the file.
     * @returns the result of the work, once it is stored.
     * @throws the errors of the work, or of SQLite, in which case nothing is stored.
     */
    async transaction<T>(attempt: Attempt, work: Work<T>): Promise<T> {
      const member = await afterOthers(async () => {
        const result = attempt(() => runMember(context, work))
        await result.catch(() => undefined)
        // Even if the work wrote nothing or failed: it has read what earlier members wrote.
        const stored = context.group?.stored
        if (isDue(context)) await endGroup(context)
        return { result, stored }
      })
      await member.stored
      return member.result
    },
    /** Runs work that must not be within a transaction, in its turn. */
    outside<T>(work: () => Promise<T>): Promise<T> {
      return afterOthers(async () => {
        await endGroup(context)
        return work()
      })
    },
    /** Resolves when everything given so far has ended. */
    drained: () => queue.drained(),
  }
}

async function runMember<T>(context: Context, work: Work<T>): Promise<T> {
  let state: 'before' | 'inside' | 'over' = 'before'
  const transaction = sqliteQueries(async (sql, args) => {
    if (state === 'over') throw new Error('The transaction is over')
    if (state === 'inside') return context.ask({ kind: 'write', sql, args })
    state = 'inside'
    const begins = context.group ? 'savepoint' : 'transaction'
    context.group ??= createGroup(context.now())
    return context.ask({ kind: 'write', begins, sql, args })
  })
  const hasBegun = () => state === 'inside'
  try {
    const result = await work(transaction)
    if (context.group && hasBegun()) context.group.members++
    return result
  } catch (error) {
    if (hasBegun()) await undoMember(context)
    throw error
  } finally {
    state = 'over'
  }
}

function createGroup(since: number): Group {
  let end: Group['end'] = () => undefined
  const stored = new Promise<unknown>((resolve) => (end = resolve))
  // Without members, no one waits for it.
  stored.catch(() => undefined)
  return { members: 0, since, stored, end }
}

const isDue = ({ waiting, group, now }: Context): boolean =>
  group !== undefined && (waiting === 0 || group.members >= MEMBERS || now() - group.since >= JOIN_MS)

/** Undoes a failed member. If that fails, the transaction is gone, and with it what the other members wrote. */
async function undoMember(context: Context): Promise<void> {
  const { ask, group } = context
  if (group && group.members > 0) {
    const undone = ask({ kind: 'undo' })
    try {
      await undone
      return
    } catch {
      group.end(undone)
    }
  }
  context.group = undefined
  await ask({ kind: 'rollback' }).catch(() => undefined)
}

/** Commits the current group, if there is one. */
async function endGroup(context: Context): Promise<void> {
  const { ask, group } = context
  if (!group) return
  context.group = undefined
  const committed = ask({ kind: 'commit' })
  group.end(committed)
  // If this fails too, the thread is gone, and the transaction with it.
  await committed.catch(() => ask({ kind: 'rollback' }).catch(() => undefined))
}
