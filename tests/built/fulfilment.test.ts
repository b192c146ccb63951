import { describe, expect, it, onTestFinished } from 'vitest'
import { sendJson, type ReceivedRequest } from '#fakes/fake-server'
import { createPostgresDatabase } from '#tests/support/postgres-database'
import { useArtefact } from './artefact'
import {
  ALL,
  BOOKS,
  call,
  grabbedBooks,
  postgresVariables,
  setUp,
  statuses,
  startServices,
  want,
} from './fulfilment'

const [FERRY, LANTERN, LAMPLIGHTER, WINTERGLASS] = ['EM00LNK0EM', 'EM000GPEOM', 'EM007E6Y3V', 'EM00B0UA2M']

const artefact = useArtefact()

const isGrab = ({ method }: ReceivedRequest) => method === 'POST'
const isSearch = ({ method, path }: ReceivedRequest) => method === 'GET' && path.endsWith('/search')
const isHistory = ({ path }: ReceivedRequest) => path.endsWith('/history')

/** The book of a request to Prowlarr. */
function bookOf({ query, body }: ReceivedRequest): string | undefined {
  const words = query.get('query') ?? ''
  return Object.entries(BOOKS).find(([asin, title]) => body.includes(asin) || words.startsWith(title))?.[0]
}

describe('the built server, killed during grabs', () => {
  it('grabs every release once, wherever it was, and leaves nothing behind', async () => {
    const { prowlarr, gate, env } = await startServices()
    const forgotten = new Set<string>()
    gate.decide((request) => {
      const asin = bookOf(request)
      // During the search; before Prowlarr acts; after it has acted; in the repeated search.
      if (asin === FERRY && isSearch(request)) return 'keep'
      if (asin === LANTERN && isGrab(request)) return 'keep'
      if (asin === LAMPLIGHTER && isGrab(request)) return 'pass and keep'
      if (asin === WINTERGLASS && isGrab(request)) {
        forgotten.add(asin)
        return (response) => sendJson(response, { message: 'Attempt searching again' }, 404)
      }
      if (asin === WINTERGLASS && isSearch(request) && forgotten.has(asin)) return 'keep'
      return 'pass'
    })
    const first = await artefact.start({ env })
    await setUp(first, prowlarr, gate)
    const books = [FERRY, LANTERN, LAMPLIGHTER, WINTERGLASS]
    await want(first, books)
    await expect.poll(() => new Set(gate.kept.map(bookOf)).size).toBe(books.length)
    await first.kill()

    // While it reconciles them with the history, and searches again for the first. If it were killed in the
    // grab that follows, no one could tell what happened to that grab.
    gate.decide((request) =>
      isHistory(request) || (isSearch(request) && bookOf(request) === FERRY) ? 'keep' : 'pass',
    )
    const second = await artefact.start({ env })
    await expect.poll(() => gate.kept.filter(isHistory).length).toBeGreaterThan(0)
    await second.kill()

    gate.decide(() => 'pass')
    const third = await artefact.start({ env })
    await expect
      .poll(() => statuses(third, books))
      .toEqual(['grabbed', 'grab_unconfirmed', 'grabbed', 'grab_unconfirmed'])
    expect(grabbedBooks(prowlarr)).toEqual([FERRY, LAMPLIGHTER].toSorted())
    for (const asin of [LANTERN, WINTERGLASS]) {
      const answer = await call(third, 'POST', `requests/${asin}/confirm-grab`, { grabbed: false })
      expect(answer.status).toBe(204)
    }
    await expect.poll(() => statuses(third, books)).toEqual(books.map(() => 'grabbed'))
    expect(grabbedBooks(prowlarr)).toEqual(books.toSorted())
  })
})

describe('two built servers on one PostgreSQL', () => {
  it('grab every release once, whether Prowlarr answers late, twice or never, and one server is killed', async () => {
    const { prowlarr, gate, env: common } = await startServices()
    const database = await createPostgresDatabase()
    onTestFinished(database.drop)
    const env = { ...common, ...postgresVariables(database) }
    const [one, two] = await Promise.all([artefact.start({ env }), artefact.start({ env })])
    await setUp(one, prowlarr, gate)
    prowlarr.troubleGrabs({ kind: 'after', how: 'late', ms: 1000 })
    gate.decide((request) => (isGrab(request) && bookOf(request) === LANTERN ? 'pass and keep' : 'pass'))
    await want(one, [FERRY, LANTERN])
    await expect.poll(() => gate.kept.length).toBe(1)
    prowlarr.troubleGrabs({ kind: 'after', how: 'twice' })
    await want(two, ALL.slice(2))
    // The server that waits for the missing response, whichever it is, is gone.
    const three = await artefact.start({ env })
    await Promise.all([one.kill(), two.kill()])
    await expect.poll(() => statuses(three, ALL)).toEqual(ALL.map(() => 'grabbed'))
    expect(grabbedBooks(prowlarr)).toEqual(ALL.toSorted())
  })
})
