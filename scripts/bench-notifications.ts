// The notifications part of `npm run bench`: the outbox's cost to the database, and whether it loses or
// duplicates messages.
import { createServer } from 'node:http'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createClient } from '@libsql/client'
import type { NotificationTargetBody } from '#contract/notifications'
import type { Database } from '#server/db/database'
import { openSqlite } from '#server/db/sqlite'
import { createUsersRepository } from '#server/domain/auth/users.repository'
import { createNotifications } from '#server/domain/notifications/feature'
import { createSecretBox } from '#server/domain/settings/drivers/secret-box'
import { createSettingsRepository } from '#server/domain/settings/settings.repository'
import { createSettings } from '#server/domain/settings/settings.service'
import { createNotificationsJob } from '#server/jobs/jobs'
import { createLog } from '#server/platform/log'
import { createPublicRequest } from '#server/upstream/public-request'
import type { BenchStage } from './lib/bench-stage'
import type { Figure } from './lib/figures'

const EVENTS = 1000
const TARGETS = 20
/** Milliseconds after which the outbox counts as stuck. */
const TIMEOUT = 240_000
/** Number of events for the plain comparisons. */
const SAMPLE = 100

/**
 * Puts 1,000 events into the outbox of a new database file and sends them to 20 targets.
 * @throws if a message is lost or sent twice, or the outbox does not drain.
 */
export async function measureNotifications({ configDir }: BenchStage): Promise<Figure[]> {
  const opened = await openSqlite({
    path: join(configDir, 'bench-notifications.sqlite'),
    migrations: resolve('migrations'),
  })
  const { database, spent } = withStopwatch(opened)
  const receiver = await startCountingReceiver()
  try {
    const notifications = notificationsOver(database)
    for (let index = 0; index < TARGETS; index++) {
      await notifications.notificationTargets.create(null, targetBody(index, receiver.url))
    }
    const job = createNotificationsJob(notifications)
    const start = performance.now()
    // Measured inside the event's transaction, so that its commit does not count as the outbox's.
    const putIn = await timeOf(async (measure) => {
      for (let index = 0; index < EVENTS; index++) {
        await opened.write((within) => measure(() => notifications.outbox.add(within, newRequest(index))))
      }
    })
    const before = spent()
    job.start()
    await receiver.untilReceived(EVENTS * TARGETS)
    await untilDelivered(database)
    const sending = spent() - before
    const seconds = (performance.now() - start) / 1000
    await job.stop()
    const { lost, doubled } = receiver.tally()
    if (lost + doubled > 0) throw new Error(`${lost} messages were lost and ${doubled} sent twice`)

    const deliveries = EVENTS * TARGETS
    const name = `${EVENTS.toLocaleString('en')} events to ${TARGETS} targets`
    return [
      { name: `${name}: messages lost`, value: lost, unit: 'lost', aim: { below: 0 } },
      { name: `${name}: messages sent twice`, value: doubled, unit: 'doubled', aim: { below: 0 } },
      {
        name: `${name}: time until the last is delivered`,
        value: seconds,
        unit: 's',
        plain: { what: 'as many POSTs with `fetch`', value: await secondsOfPosting(receiver.url) },
      },
      {
        name: 'Database time per delivery (insert, send, record)',
        value: (putIn + sending) / deliveries,
        unit: 'ms',
        aim: { below: 0.25 },
        plain: { what: 'a row written twice by libSQL', value: await timeOfPlainRow(configDir) },
      },
    ]
  } finally {
    await receiver.close()
    await opened.close()
  }
}

/** Seconds to send all messages with plain `fetch`, to as many targets at the same time. */
async function secondsOfPosting(url: string): Promise<number> {
  const start = performance.now()
  for (let event = 0; event < SAMPLE; event++) {
    await Promise.all(
      Array.from({ length: TARGETS }, async (_, index) => {
        const answer = await fetch(`${url}/plain/${index}`, { method: 'POST', body: String(event) })
        await answer.arrayBuffer()
      }),
    )
  }
  return ((performance.now() - start) / 1000 / SAMPLE) * EVENTS
}

/** Milliseconds to insert and update one row, in transactions of one event each. */
async function timeOfPlainRow(directory: string): Promise<number> {
  const client = createClient({ url: pathToFileURL(join(directory, 'plain.sqlite')).href })
  try {
    await client.execute('PRAGMA journal_mode = WAL')
    await client.execute(
      'CREATE TABLE messages (id TEXT PRIMARY KEY, state TEXT NOT NULL, body TEXT NOT NULL)',
    )
    const body = JSON.stringify(newRequest(0))
    const start = performance.now()
    for (let event = 0; event < SAMPLE; event++) {
      const ids = Array.from({ length: TARGETS }, (_, index) => `${event} ${index}`)
      const insert = 'INSERT INTO messages VALUES (?, ?, ?)'
      await client.batch(
        ids.map((id) => ({ sql: insert, args: [id, 'waiting', body] })),
        'write',
      )
      const update = 'UPDATE messages SET state = ? WHERE id = ?'
      await client.batch(
        ids.map((id) => ({ sql: update, args: ['delivered', id] })),
        'write',
      )
    }
    return (performance.now() - start) / (SAMPLE * TARGETS)
  } finally {
    client.close()
  }
}

/** @returns how long the measured parts of some work took, in milliseconds. */
async function timeOf(
  work: (measure: (part: () => Promise<void>) => Promise<void>) => Promise<void>,
): Promise<number> {
  let total = 0
  await work(async (part) => {
    const start = performance.now()
    await part()
    total += performance.now() - start
  })
  return total
}

/** Measures the time spent in transactions, which never overlap on SQLite. */
function withStopwatch(database: Database): { database: Database; spent: () => number } {
  let spent = 0
  return {
    spent: () => spent,
    database: {
      ...database,
      async write(work) {
        let start = 0
        const result = await database.write((transaction) => {
          start = performance.now()
          return work(transaction)
        })
        spent += performance.now() - start
        return result
      },
    },
  }
}

function notificationsOver(database: Database) {
  const secretBox = createSecretBox('a secret key for measuring only')
  const clock = () => new Date()
  const log = createLog({ level: 'WARN', terminal: false, write: (line) => console.error(line) })
  const settings = createSettings({
    repository: createSettingsRepository({ database }),
    secretBox,
    secretKeySource: 'the bench',
    clock,
  })
  const notifications = createNotifications({
    database,
    config: { publicUrl: undefined, defaultLanguage: 'en' },
    secretBox,
    settings,
    audit: { record: () => Promise.resolve() },
    fetch,
    publicRequest: createPublicRequest(),
    linksTo: async (_within, { asin }) => ({
      bookUrl: `http://localhost/search?q=${asin}`,
      requestUrl: `http://localhost/requests?q=${asin}`,
    }),
    announce: () => undefined,
    lockUser: createUsersRepository({ database }).lock,
    clock,
    log,
    version: 'bench',
  })
  return { ...notifications, clock, log }
}

function targetBody(index: number, url: string): NotificationTargetBody {
  return {
    name: `Target ${index}`,
    kind: 'custom',
    url: `${url}/${index}`,
    events: ['onNewRequest'],
    body_type: 'text',
    body: '{bookASIN}',
    enabled: true,
  }
}

function newRequest(index: number) {
  return {
    event: 'onNewRequest' as const,
    requesterIds: [],
    book: {
      asin: `B${String(index).padStart(9, '0')}`,
      region: 'us',
      title: 'The Lighthouse Keeper’s Almanac',
      subtitle: 'A Novel',
      authors: ['Ines Calder'],
      narrators: ['Tom Avery', 'June Hart'],
      coverUrl: 'https://covers.example.org/lighthouse.jpg',
    },
  }
}

/** Accepts every message, and counts them by target. */
async function startCountingReceiver() {
  const counts = new Map<string, number>()
  let total = 0
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (text: string) => (body += text))
    request.on('end', () => {
      const key = `${request.url} ${body}`
      counts.set(key, (counts.get(key) ?? 0) + 1)
      total++
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The receiver has no port')

  return {
    url: `http://127.0.0.1:${address.port}`,
    untilReceived: (count: number) => until(() => Promise.resolve(total >= count)),
    tally: () => ({
      lost: EVENTS * TARGETS - counts.size,
      doubled: [...counts.values()].filter((count) => count > 1).length,
    }),
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

async function untilDelivered(database: Database): Promise<void> {
  const { deliveries } = database.tables
  await until(async () => {
    const rows = await database.read.select({ state: deliveries.state }).from(deliveries)
    return rows.every(({ state }) => state === 'delivered')
  })
}

async function until(done: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + TIMEOUT
  while (!(await done())) {
    if (performance.now() > deadline) throw new Error('The outbox did not drain in time')
    await new Promise((later) => setTimeout(later, 50))
  }
}
