import { expect, it, onTestFinished } from 'vitest'
import { startCatalogueFake } from '#fakes/catalogue'
import { getList, listEntries, type ListDto } from '#contract/lists'
import { createPostgresDatabase } from '#tests/support/postgres-database'
import { clockAhead } from '#tests/support/clock-ahead'
import type { ServerProcess } from '#tests/support/server-process'
import { temporaryDirectory } from '#tests/support/temporary-directory'
import { useArtefact } from './artefact'
import { call, postgresVariables } from './fulfilment'
import { initialise } from './setup'

/** In ms: longer than a lease. */
const BETWEEN_LIVES = 60_000
const BOOKS = 30
const artefact = useArtefact()

const DATABASES = {
  SQLite: async () => ({}),
  async PostgreSQL() {
    const database = await createPostgresDatabase()
    onTestFinished(database.drop)
    return postgresVariables(database)
  },
}

async function read(server: ServerProcess, { id }: Pick<ListDto, 'id'>): Promise<ListDto> {
  return getList.answers[200].schema.parse(await (await call(server, 'GET', `lists/${id}`)).json())
}

it.each(['SQLite', 'PostgreSQL'] as const)(
  'a list is matched and requested completely on %s, whenever a server is killed, and nothing twice',
  async (kind) => {
    const catalogue = await startCatalogueFake()
    onTestFinished(() => catalogue.close())
    const variables = await DATABASES[kind]()
    const common = {
      SVC_APP__CONFIG_DIR: await temporaryDirectory(),
      SVC_CATALOGUE__BASE_URL: catalogue.baseUrl,
    }
    let lives = 0
    const start = () => artefact.start(clockAhead(lives++ * BETWEEN_LIVES, { ...common, ...variables }))
    const titles = catalogue.books.slice(0, BOOKS).map(({ title, authors }) => `${title} - ${authors[0]}`)

    const first = await start()
    await initialise(first)
    const made = await call(first, 'POST', 'lists', { text: titles.join('\n') })
    const list = getList.answers[200].schema.parse(await made.json())
    const waiting = async (server: ServerProcess) => (await read(server, list)).counts.by_state.waiting
    await expect.poll(() => waiting(first)).toBeLessThan(BOOKS)
    await first.kill()

    const second = await start()
    await expect.poll(() => waiting(second)).toBe(0)
    const { counts } = await read(second, list)
    expect(counts.by_state.sure).toBeGreaterThan(BOOKS / 2)
    await call(second, 'POST', `lists/${list.id}/request`)
    await expect.poll(async () => (await read(second, list)).counts.by_state.requested).toBeGreaterThan(0)
    await second.kill()

    const third = await start()
    await expect
      .poll(async () => (await read(third, list)).counts)
      .toMatchObject({ requesting: 0, refused: 0, by_state: { requested: counts.selected } })
    const entries = await call(third, 'GET', `lists/${list.id}/entries?state=requested&limit=100`)
    const listed = listEntries.answers[200].schema.parse(await entries.json())
    expect(listed.every(({ match }) => match?.requests.length === 1)).toBe(true)
    const all = await call(third, 'GET', 'requests?limit=1')
    expect(all.headers.get('x-total-count')).toBe(
      String(new Set(listed.map(({ match }) => match?.book.asin)).size),
    )
  },
)
