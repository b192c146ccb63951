import { expect, it } from 'vitest'
import type { ReceivedRequest } from '#fakes/fake-server'
import { clockAhead } from '#tests/support/clock-ahead'
import type { ServerProcess } from '#tests/support/server-process'
import { useArtefact } from './artefact'
import {
  addedBy,
  allAdded,
  bookOf,
  connect,
  countMessages,
  downloadsOf,
  downloadStates,
  isQuestion,
  isRemoval,
  putInFolder,
  sendByClient,
  startDownloadServices,
  unsent,
  type Asin,
  type DownloadServices,
} from './downloads'
import { BOOKS, call, grabbedBooks, setUp, statuses, statusOf, want } from './fulfilment'

const FERRY = 'EM00LNK0EM'
const LANTERN = 'EM000GPEOM'
const LAMPLIGHTER = 'EM007E6Y3V'
const WINTERGLASS = 'EM00B0UA2M'
const MOTH = 'EM00C8HBD8'
const TIDEWRIGHT = 'EM00ZIU2MA'
const ALL: Asin[] = [FERRY, LANTERN, LAMPLIGHTER, WINTERGLASS, MOTH, TIDEWRIGHT]

/** In ms: longer than every lease, and longer than the pause between two reconciliations of a grab. */
const BETWEEN_LIVES = 11 * 60_000

const artefact = useArtefact()

const keepNothing = () => undefined
const isGrab = ({ method }: ReceivedRequest) => method === 'POST'
const isSearch = ({ method, path }: ReceivedRequest) => method === 'GET' && path.endsWith('/search')
const isLink = ({ path }: ReceivedRequest) => path.endsWith('/download')
const isHistory = ({ path }: ReceivedRequest) => path.endsWith('/history')
const isScan = ({ path }: ReceivedRequest) => path.endsWith('/scan')
const isNewest = ({ query }: ReceivedRequest) => query.get('desc') === '1'

/** Logged when the client was asked about a possible download and does not list it. */
const isNotSeen = new RegExp(`"title":"${BOOKS[LANTERN]}[^"]*","answer":"(unknown|no)"`)

/**
 * Starts one server after the other, each some minutes after the previous one was killed.
 * @returns a function that runs one; what its gates hold back is decided before it starts.
 */
function livesOf({ gates, env }: DownloadServices) {
  let lives = 0
  return async (decide: () => void, live: (server: ServerProcess) => Promise<void>): Promise<void> => {
    for (const gate of gates) gate.open()
    decide()
    const server = await artefact.start(clockAhead(lives * BETWEEN_LIVES, env))
    lives += 1
    await live(server)
    await server.kill()
  }
}

it('the built server, killed at every step of a download, adds nothing twice, loses nothing and tells everyone once', async () => {
  const services = await startDownloadServices()
  const { prowlarr, gate, client, clientGate, library, libraryGate, receiver, receiverGate } = services
  const live = livesOf(services)
  const countOf = (asin: Asin) => downloadsOf(services, asin).length
  const complete = () => {
    for (const { id, state } of client.downloads.all()) if (state !== 'failed') client.downloads.complete(id)
  }
  const others = ALL.filter((asin) => asin !== WINTERGLASS)
  /** The hash that a server was about to add when it was killed. */
  let unsure = ''

  // Before and after the grab of a release is sent.
  const keepGrabs = () =>
    gate.decide((request) => {
      if (!isGrab(request)) return 'pass'
      return bookOf(request) === MOTH ? 'pass and keep' : 'keep'
    })
  await live(keepGrabs, async (server) => {
    await setUp(server, prowlarr, gate)
    await connect(server, services)
    await want(server, [TIDEWRIGHT, MOTH])
    await expect.poll(() => gate.kept.length).toBe(2)
    await sendByClient(server)
    await want(server, [WINTERGLASS])
    await expect.poll(() => unsent(server, [WINTERGLASS])).toEqual([])
  })
  const failing = downloadsOf(services, WINTERGLASS).map(({ id }) => id)

  // Before the file of a release is fetched, before one is added, and while the others are reconciled.
  const keepWhatIsToBeAdded = () => {
    gate.decide((request) =>
      isHistory(request) || (isLink(request) && bookOf(request) === FERRY) ? 'keep' : 'pass',
    )
    clientGate.decide((request) => (bookOf(request) === LANTERN ? 'keep' : 'pass'))
  }
  await live(keepWhatIsToBeAdded, async (server) => {
    await want(server, [FERRY, LANTERN])
    await expect.poll(() => gate.kept.some(isHistory)).toBe(true)
    await expect.poll(() => gate.kept.map(bookOf)).toContain(FERRY)
    await expect.poll(() => clientGate.kept.length).toBeGreaterThan(0)
    await expect.poll(() => statusOf(server, WINTERGLASS)).toBe('downloading')
    unsure = clientGate.kept.map(addedBy).join('')
  })

  // While it follows downloads, and while it reconciles one with the client.
  const keepQuestions = () => {
    // Their outcome may be unknown until the next server has asked about the one that fails.
    gate.decide((request) => (isHistory(request) ? 'keep' : 'pass'))
    clientGate.decide((request) => (isQuestion(request) ? 'keep' : 'pass'))
  }
  await live(keepQuestions, async () => {
    for (const hash of [...failing, unsure]) {
      await expect.poll(() => clientGate.kept.some(({ body }) => body.includes(hash))).toBe(true)
    }
  })

  // When the client has reported a failure, before anything follows; after another one is added.
  for (const id of failing) client.downloads.fail(id, 'The files are damaged')
  const keepTheFailure = () =>
    clientGate.decide((request) => {
      const isOfFailing = isQuestion(request) && failing.some((hash) => request.body.includes(hash))
      return isOfFailing || bookOf(request) === LAMPLIGHTER ? 'pass and keep' : 'pass'
    })
  await live(keepTheFailure, async (server) => {
    await expect.poll(() => clientGate.kept.length).toBeGreaterThan(0)
    // The next server finds that it is still missing.
    await expect.poll(() => server.output()).toMatch(isNotSeen)
    await want(server, [LAMPLIGHTER])
    await expect.poll(() => clientGate.kept.map(bookOf)).toContain(LAMPLIGHTER)
    expect(await statusOf(server, WINTERGLASS)).toBe('downloading')
  })

  // When the failed one is blocked, before it is removed and the next one is fetched.
  const keepTheNext = () => {
    gate.decide((request) => (isSearch(request) && bookOf(request) === WINTERGLASS ? 'keep' : 'pass'))
    clientGate.decide((request) => (isRemoval(request) ? 'keep' : 'pass'))
  }
  await live(keepTheNext, async (server) => {
    await expect.poll(() => gate.kept.length).toBeGreaterThan(0)
    await expect.poll(() => clientGate.kept.length).toBeGreaterThan(0)
    // Including those whose question shared a call that was held back: the next server asks again.
    await expect.poll(() => unsent(server, others)).toEqual([])
    expect(ALL.map(countOf)).toEqual(ALL.map(() => 1))
  })

  // When a person has said that it was not sent, and it is added.
  await live(keepNothing, async (server) => {
    await expect.poll(() => statusOf(server, WINTERGLASS)).toBe('grab_unconfirmed')
    const answer = await call(server, 'POST', `requests/${WINTERGLASS}/confirm-grab`, { grabbed: false })
    expect(answer.status).toBe(204)
    await expect.poll(() => unsent(server, ALL)).toEqual([])
    await expect.poll(() => countOf(WINTERGLASS)).toBe(1)
    expect(downloadsOf(services, WINTERGLASS).map(({ id }) => id)).not.toEqual(failing)
  })

  // When the client has reported them complete, before anyone is told.
  complete()
  const keepAnswers = () => clientGate.decide((request) => (isQuestion(request) ? 'pass and keep' : 'pass'))
  await live(keepAnswers, async () => {
    await expect.poll(() => clientGate.kept.length).toBeGreaterThan(0)
  })

  // Before the library is asked to scan, twice: the second time everything is already complete.
  putInFolder(services, ALL)
  const keepScans = () => libraryGate.decide((request) => (isScan(request) ? 'keep' : 'pass'))
  for (const isFirst of [true, false]) {
    await live(keepScans, async (server) => {
      await expect.poll(() => libraryGate.kept.length).toBeGreaterThan(0)
      if (isFirst) await expect.poll(() => downloadStates(server, ALL)).toEqual(ALL.map(() => 'completed'))
    })
  }

  // When the library has listed them, before anyone is told.
  const keepTheNewest = () => libraryGate.decide((request) => (isNewest(request) ? 'pass and keep' : 'pass'))
  await live(keepTheNewest, async () => {
    await expect.poll(() => libraryGate.kept.length).toBeGreaterThan(0)
    expect(library.scans()).toBe(1)
  })

  // Before the messages are sent.
  const keepMessages = () => receiverGate.decide(() => 'keep')
  await live(keepMessages, async (server) => {
    await expect.poll(() => receiverGate.kept.length).toBeGreaterThan(0)
    await expect.poll(() => statuses(server, ALL)).toEqual(ALL.map(() => 'available'))
  })

  await live(keepNothing, async (server) => {
    await expect.poll(() => receiver.calls.map(({ body }) => body).toSorted()).toEqual(ALL.toSorted())
    expect(await countMessages(server)).toBe(ALL.length)
    expect(await statuses(server, ALL)).toEqual(ALL.map(() => 'available'))
    const added = allAdded(services)
    expect(new Set(added).size).toBe(added.length)
    // One download for each that the client was to add, and the next one for the book whose first one failed.
    expect(added).toHaveLength(ALL.length)
    expect(grabbedBooks(prowlarr)).toEqual([MOTH])
    expect(client.downloads.all()).toHaveLength(ALL.length)
    expect(library.scans()).toBe(1)
  })
})
