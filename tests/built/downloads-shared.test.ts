import { expect, it, onTestFinished } from 'vitest'
import { createPostgresDatabase } from '#tests/support/postgres-database'
import type { ServerProcess } from '#tests/support/server-process'
import { useArtefact } from './artefact'
import {
  allAdded,
  bookOf,
  connect,
  countMessages,
  downloadsOf,
  putInFolder,
  sendByClient,
  startDownloadServices,
  unsent,
  type Asin,
  type DownloadServices,
} from './downloads'
import { call, grabbedBooks, postgresVariables, setUp, statuses, statusOf, want } from './fulfilment'

const FERRY = 'EM00LNK0EM'
const LANTERN = 'EM000GPEOM'
const LAMPLIGHTER = 'EM007E6Y3V'
const WINTERGLASS = 'EM00B0UA2M'
const MOTH = 'EM00C8HBD8'
const TIDEWRIGHT = 'EM00ZIU2MA'
const ALL: Asin[] = [FERRY, LANTERN, LAMPLIGHTER, MOTH, WINTERGLASS, TIDEWRIGHT]
/** As many books as one server works on at once. */
const FIRST = ALL.slice(0, 4)

const artefact = useArtefact()

/**
 * Reports as not sent a grab that no one knows about and that the client does not have, as a person would.
 * The server finds that out as well, after some minutes.
 */
async function confirmAbsent(server: ServerProcess, services: DownloadServices): Promise<void> {
  for (const asin of ALL) {
    if ((await statusOf(server, asin)) !== 'grab_unconfirmed' || downloadsOf(services, asin).length > 0)
      continue
    await call(server, 'POST', `requests/${asin}/confirm-grab`, { grabbed: false })
  }
}

it('two built servers on one PostgreSQL, one of them killed while both add releases, add each once and tell everyone once', async () => {
  const services = await startDownloadServices()
  const { prowlarr, gate, gates, client, clientGate, library, receiver } = services
  const database = await createPostgresDatabase()
  onTestFinished(database.drop)
  const env = { ...services.env, ...postgresVariables(database) }
  gate.decide((request) =>
    request.path.endsWith('/download') && bookOf(request) === FERRY ? 'keep' : 'pass',
  )
  clientGate.decide((request) => {
    const asin = bookOf(request)
    if (asin === undefined) return 'pass'
    return asin === LANTERN || asin === TIDEWRIGHT ? 'keep' : 'pass and keep'
  })
  const kept = () => [...new Set([...gate.kept, ...clientGate.kept].map(bookOf))].toSorted()
  const one = await artefact.start({ env })
  await setUp(one, prowlarr, gate)
  await connect(one, services)
  await sendByClient(one)
  await want(one, FIRST)
  await expect.poll(kept).toEqual(FIRST.toSorted())
  const two = await artefact.start({ env })
  await want(two, [WINTERGLASS, TIDEWRIGHT])
  await expect.poll(kept).toEqual(ALL.toSorted())
  await one.kill()

  for (const each of gates) each.open()
  putInFolder(services, ALL)
  await expect
    .poll(async () => {
      await confirmAbsent(two, services)
      return unsent(two, ALL)
    })
    .toEqual([])
  for (const { id } of client.downloads.all()) client.downloads.complete(id)
  await expect.poll(() => statuses(two, ALL)).toEqual(ALL.map(() => 'available'))
  await expect.poll(() => receiver.calls.map(({ body }) => body).toSorted()).toEqual(ALL.toSorted())

  expect(await countMessages(two)).toBe(ALL.length)
  expect(allAdded(services)).toHaveLength(ALL.length)
  expect(ALL.map((asin) => downloadsOf(services, asin).length)).toEqual(ALL.map(() => 1))
  expect(grabbedBooks(prowlarr)).toEqual([])
  expect(library.scans()).toBeGreaterThan(0)
})
