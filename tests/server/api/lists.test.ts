import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startCatalogueFake, type CatalogueFake } from '#fakes/catalogue'
import { startHardcoverFake } from '#fakes/hardcover'
import { problemSchema } from '#contract/common'
import { getList, listEntries, listLists, LIST_KEPT_DAYS, MAX_LISTS, type ListDto } from '#contract/lists'
import { startTestApp, type TestApp } from '#tests/support/app'
import { addCaller } from '#tests/support/callers'
import { openTestPostgres, openTestSqlite, type OpenDatabase } from '#tests/support/databases'

const MINUTE = 60_000
const EXPORT = [
  'Book Id,Title,Author,ISBN,ISBN13,Exclusive Shelf,My Review',
  '1,"The Ash Ferry (The Lantern Roads, #1)",Maren Oakhollow,"=""0765311786""","=""9780765311788""",to-read,"=HYPERLINK(""http://x"")"',
  '2,Winterglas,Maren Oakhollow,"=""""","=""""",to-read,',
  '3,Thornborn,Corvin Thale,"=""""","=""""",read,',
  '4,No Such Book At All,Nobody Known,"=""""","=""""",to-read,',
  '5,The Moth Cartographer,Maren Oakhollow,"=""""","=""""",to-read,',
].join('\n')

let catalogue: CatalogueFake
let hardcover: Awaited<ReturnType<typeof startHardcoverFake>>
beforeAll(async () => {
  catalogue = await startCatalogueFake()
  hardcover = await startHardcoverFake([
    { title: 'The Ash Ferry', author: 'Maren Oakhollow', series: { name: 'The Lantern Roads', position: 1 } },
    { title: 'Winterglass', author: 'Maren Oakhollow' },
  ])
})
afterAll(() => Promise.all([catalogue.close(), hardcover.close()]))

describe.each([
  ['SQLite', openTestSqlite],
  ['PostgreSQL', openTestPostgres],
] as const)('Lists (%s)', (_name, open) => {
  let opened: OpenDatabase
  let server: TestApp
  let admin: Record<string, string>
  let callers = 0
  let late = 0
  beforeAll(async () => {
    opened = await open()
    server = await startTestApp({
      database: opened.database,
      environment: { SVC_CATALOGUE__BASE_URL: catalogue.baseUrl },
      clock: () => new Date(Date.now() + late),
      fetch: hardcover.fetch,
    })
    admin = await addCaller(server.app, 'admin')
  })
  afterEach(() => {
    catalogue.misbehave(null)
    catalogue.received.length = 0
  })
  afterAll(async () => {
    await server.close()
    await opened.remove()
  })

  type Headers = Record<string, string>
  const newCaller = () => addCaller(server.app, 'trusted', `reader ${(callers += 1)}`)
  const call = (headers: Headers, method: string, path: string, body?: unknown) =>
    server.fetch(`/api/${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  const listIn = async (answer: Response) => getList.answers[200].schema.parse(await answer.json())
  const create = async (headers: Headers, text: string, more: object = {}) => {
    const answer = await call(headers, 'POST', 'lists', { text, ...more })
    expect(answer.status).toBe(201)
    return listIn(answer)
  }
  const read = async (headers: Headers, { id }: Pick<ListDto, 'id'>) =>
    listIn(await call(headers, 'GET', `lists/${id}`))
  const entriesOf = async (headers: Headers, { id }: Pick<ListDto, 'id'>, query = '') => {
    const answer = await call(headers, 'GET', `lists/${id}/entries${query}`)
    return listEntries.answers[200].schema.parse(await answer.json())
  }
  const codeOf = async (answer: Response) => problemSchema.parse(await answer.json()).code
  async function work(): Promise<void> {
    while ((await server.app.lists.workDue()) !== null);
  }
  const setQuota = (quota: { requests: number; days: number } | null) =>
    call(admin, 'PATCH', 'settings/requests', { quotas: { untrusted: null, trusted: quota } })

  it('matches an export: certain matches are selected, and the rest says why not', async () => {
    const reader = await newCaller()
    const list = await create(reader, EXPORT, { name: 'export.csv' })
    expect(list).toMatchObject({ name: 'export.csv', source: 'goodreads', region: 'us', paused: null })
    expect(list.counts).toMatchObject({ total: 4, by_state: { waiting: 4 }, selected: 0 })
    await work()
    const matched = await read(reader, list)
    expect(matched.counts).toEqual({
      total: 4,
      by_state: { waiting: 0, sure: 2, check: 1, nothing: 1, in_library: 0, requested: 0 },
      selected: 2,
      requesting: 0,
      refused: 0,
    })
    const entries = await entriesOf(reader, list)
    expect(
      entries.map(({ number, state, selected, match }) => [number, state, selected, match?.book.title]),
    ).toEqual([
      [1, 'sure', true, 'The Ash Ferry'],
      [2, 'check', false, 'Winterglass'],
      [3, 'nothing', false, undefined],
      [4, 'sure', true, 'The Moth Cartographer'],
    ])
    expect((await entriesOf(reader, list, '?state=check')).map(({ number }) => number)).toEqual([2])
    const page = await call(reader, 'GET', `lists/${list.id}/entries?limit=1&offset=3`)
    expect(page.headers.get('x-total-count')).toBe('4')
  })

  it('asks the catalogue for the ASINs of a whole step at once, and finds links and ISBNs', async () => {
    const reader = await newCaller()
    const asins = catalogue.books.slice(0, 3).map(({ asin }) => asin)
    const list = await create(reader, ['Title,ASIN', ...asins.map((asin) => `Book,${asin}`)].join('\n'))
    expect(list.counts.total).toBe(1)
    const links = asins.map((asin) => `https://www.audible.com/pd/${asin}`)
    const linked = await create(reader, links.join('\n'))
    await work()
    expect((await entriesOf(reader, linked)).map(({ match }) => match?.book.asin)).toEqual(asins)
    expect(catalogue.received.length).toBeLessThanOrEqual(3)
  })

  it('requests the selection once, and reports each result', async () => {
    const reader = await newCaller()
    const list = await create(reader, 'The Salt Lantern - Maren Oakhollow\nWinterglas - Maren Oakhollow')
    await work()
    expect((await call(reader, 'PATCH', `lists/${list.id}/entries/2`, { selected: true })).status).toBe(204)
    const begun = await call(reader, 'POST', `lists/${list.id}/request`)
    expect(begun.status).toBe(202)
    expect((await listIn(begun)).counts).toMatchObject({ selected: 2, requesting: 2 })
    expect((await call(reader, 'POST', `lists/${list.id}/request`)).status).toBe(202)
    await work()
    const done = await read(reader, list)
    expect(done.counts).toMatchObject({ by_state: { requested: 2 }, selected: 0, requesting: 0, refused: 0 })
    expect((await call(reader, 'POST', `lists/${list.id}/request`)).status).toBe(202)
    await work()
    const mine = await call(reader, 'GET', 'requests')
    expect(mine.headers.get('x-total-count')).toBe('2')
  })

  it('requests nothing twice if a server was killed before it stored its result', async () => {
    const reader = await newCaller()
    const list = await create(reader, 'Thornborn by Corvin Thale')
    await work()
    const [entry] = await entriesOf(reader, list)
    await call(reader, 'POST', `lists/${list.id}/request`)
    await call(reader, 'POST', `requests/${entry?.match?.book.asin}`)
    await work()
    expect((await read(reader, list)).counts).toMatchObject({ by_state: { requested: 1 }, refused: 0 })
  })

  it('keeps what exceeds the quota, and says so, until there is room again', async () => {
    await setQuota({ requests: 1, days: 7 })
    const reader = await newCaller()
    const list = await create(reader, 'Bramble King - Corvin Thale\nThe Nettle Throne - Corvin Thale')
    await work()
    await call(reader, 'POST', `lists/${list.id}/request`)
    await work()
    expect((await read(reader, list)).counts).toMatchObject({
      by_state: { sure: 1, requested: 1 },
      selected: 1,
      requesting: 0,
      refused: 1,
    })
    expect(await entriesOf(reader, list, '?refused=true')).toMatchObject([
      { selected: true, refused: { code: 'quota_exceeded', params: { limit: 1, days: 7 } } },
    ])
    await setQuota(null)
    await call(reader, 'POST', `lists/${list.id}/request`)
    await work()
    expect((await read(reader, list)).counts).toMatchObject({ by_state: { requested: 2 }, refused: 0 })
  })

  it('skips books that the person has requested or the library has', async () => {
    const reader = await newCaller()
    const asinOf = (title: string) => catalogue.books.find((book) => book.title === title)?.asin ?? ''
    await call(admin, 'POST', `requests/${asinOf('The Tidewright')}`)
    await call(admin, 'POST', `requests/${asinOf('Coral and Iron')}`)
    await call(admin, 'PATCH', `requests/${asinOf('Coral and Iron')}/downloaded`)
    const list = await create(reader, 'The Tidewright\nCoral and Iron\nWhat the Sea Kept')
    await work()
    const states = (await entriesOf(reader, list)).map(({ state, selected }) => [state, selected])
    expect(states).toEqual([
      ['requested', false],
      ['in_library', false],
      ['sure', true],
    ])
  })

  it('accepts another candidate for an entry, and selects all of a kind', async () => {
    const reader = await newCaller()
    const list = await create(reader, 'A Crown Undne - Corvin Thale\nThe Drowned Court')
    await work()
    const patch = (number: number, body: object) =>
      call(reader, 'PATCH', `lists/${list.id}/entries/${number}`, body)
    const [entry] = await entriesOf(reader, list)
    expect((await patch(1, { asin: entry?.match?.book.asin })).status).toBe(204)
    expect(await entriesOf(reader, list)).toMatchObject([{ state: 'sure', selected: true }, {}])
    const foreign = await patch(1, { asin: 'EMODD00001' })
    expect([foreign.status, await codeOf(foreign)]).toEqual([404, 'no_such_list_entry'])
    expect((await patch(3, { selected: true })).status).toBe(404)
    const none = await call(reader, 'PATCH', `lists/${list.id}/entries`, { state: 'sure', selected: false })
    expect((await listIn(none)).counts.selected).toBe(0)
  })

  it('waits while the catalogue fails, says why, and resumes where it was', async () => {
    const reader = await newCaller()
    const list = await create(reader, 'A Pinch of Thunder\nBottled Weather')
    catalogue.misbehave({ kind: 'status', status: 503 })
    await server.app.lists.workDue()
    const waiting = await read(reader, list)
    expect(waiting.counts.by_state.waiting).toBe(2)
    expect(waiting.paused).toMatchObject({ code: 'catalogue_failed', params: { status: 503 } })
    expect(await server.app.lists.workDue()).toBeNull()
    catalogue.misbehave(null)
    late += MINUTE
    await work()
    expect(await read(reader, list)).toMatchObject({ paused: null, counts: { by_state: { sure: 2 } } })
  })

  it('serves all people in turn, however long one person’s list is', async () => {
    const [one, other] = [await newCaller(), await newCaller()]
    // Turns are ordered by time, so no two lists may be created or worked on in the same millisecond.
    const createLater = (headers: Headers, text: string) => {
      late += 1000
      return create(headers, text)
    }
    const long = await createLater(
      one,
      Array.from({ length: 45 }, (_, at) => `Nothing ${at} Here`).join('\n'),
    )
    const second = await createLater(one, 'Nothing Else')
    const short = await createLater(other, 'Thornborn')
    const waiting = async (headers: Headers, list: ListDto) =>
      (await read(headers, list)).counts.by_state.waiting
    late += 1000
    await server.app.lists.workDue()
    await server.app.lists.workDue()
    expect(await waiting(other, short)).toBe(0)
    expect((await waiting(one, long)) + (await waiting(one, second))).toBeGreaterThan(30)
    await work()
    expect(await waiting(one, long)).toBe(0)
  })

  it('is resumed by another server if one disappears in the middle', async () => {
    const reader = await newCaller()
    const list = await create(reader, 'The Wrong Sort of Dragon')
    const { lists } = server.app.database.tables
    const gone = { leaseOwner: 'gone', leaseUntil: new Date(Date.now() + late + MINUTE) }
    await server.app.database.write((within) => within.update(lists).set(gone))
    expect(await server.app.lists.workDue()).toBeNull()
    late += 2 * MINUTE
    await work()
    expect((await read(reader, list)).counts.by_state.sure).toBe(1)
  })

  it('imports what a Hardcover account wants to read, and forgets the token', async () => {
    const reader = await newCaller()
    const answer = await call(reader, 'POST', 'lists/hardcover', { token: ` Bearer ${hardcover.token}\n` })
    expect(answer.status).toBe(201)
    const list = await listIn(answer)
    expect(list).toMatchObject({ source: 'hardcover', counts: { total: 2 } })
    await work()
    const titles = (await entriesOf(reader, list)).map(({ match }) => match?.book.title)
    expect(titles).toEqual(['The Ash Ferry', 'Winterglass'])
    const { lists, listEntries: rows } = opened.database.tables
    const kept = [
      await opened.database.read.select().from(lists),
      await opened.database.read.select().from(rows),
    ]
    expect(JSON.stringify(kept)).not.toContain(hardcover.token)
    const refused = await call(reader, 'POST', 'lists/hardcover', { token: 'another' })
    expect([refused.status, await codeOf(refused)]).toEqual([422, 'hardcover_refused'])
  })

  it('imports one list per person at a time', async () => {
    const [reader, other] = [await newCaller(), await newCaller()]
    const text = `Title\n${'Thornborn\n'.repeat(15_000)}`
    const answers = await Promise.all([
      call(reader, 'POST', 'lists', { text }),
      call(reader, 'POST', 'lists', { text }),
      call(other, 'POST', 'lists', { text }),
    ])
    const statuses = answers.map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([201, 201, 409])
    expect(statuses[2]).toBe(201)
    const refused = answers.find(({ status }) => status === 409)
    expect(refused && (await codeOf(refused))).toBe('list_import_running')
    await create(reader, 'Winterglass')
  })

  it('is private, even from administrators', async () => {
    const reader = await newCaller()
    const { id } = await create(reader, 'Thornborn')
    const answers = await Promise.all([
      call(admin, 'GET', `lists/${id}`),
      call(admin, 'GET', `lists/${id}/entries`),
      call(admin, 'PATCH', `lists/${id}/entries`, { state: 'sure', selected: true }),
      call(admin, 'PATCH', `lists/${id}/entries/1`, { selected: true }),
      call(admin, 'POST', `lists/${id}/request`),
      call(admin, 'DELETE', `lists/${id}`),
    ])
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404])
    expect(await (await call(admin, 'GET', 'lists')).json()).toEqual([])
    expect((await call(reader, 'DELETE', `lists/${id}`)).status).toBe(204)
    expect((await call(reader, 'GET', `lists/${id}`)).status).toBe(404)
  })

  it.each([
    [{ text: '' }, 422, 'validation_failed'],
    [{ text: 'PK\u0003\u0004\u0000\u0000' }, 422, 'validation_failed'],
    [{ text: 'half \ud800' }, 422, 'validation_failed'],
    [{ text: '\n'.repeat(500_000) }, 422, 'list_without_books'],
    [{ text: Array.from({ length: 2001 }, (_, at) => `Book ${at}`).join('\n') }, 422, 'list_too_long'],
    [{ text: `Title,Author\n"${'x,'.repeat(200_000)}` }, 422, 'list_without_books'],
    [{ text: 'Dune', shelves: 'some' }, 422, 'validation_failed'],
    [{ text: 'x'.repeat(1_100_000) }, 413, 'body_too_large'],
  ])('refuses what is not a list (%#)', async (body, status, code) => {
    const reader = await newCaller()
    const answer = await call(reader, 'POST', 'lists', body)
    expect([answer.status, await codeOf(answer)]).toEqual([status, code])
  })

  it('is stored if truncating a title would split a character', async () => {
    const reader = await newCaller()
    const title = 'a'.repeat(299)
    const answer = await call(reader, 'POST', 'lists', { text: `Title,Author\n${title}😀,Maren Oakhollow` })
    expect(answer.status).toBe(201)
    const { id } = getList.answers[200].schema.parse(await answer.json())
    const entries = await (await call(reader, 'GET', `lists/${id}/entries`)).json()
    expect(listEntries.answers[200].schema.parse(entries)).toMatchObject([{ title }])
  })

  it('counts against the limit per person', async () => {
    const reader = await newCaller()
    for (let made = 0; made < MAX_LISTS; made += 1) await create(reader, 'Thornborn')
    const refused = await call(reader, 'POST', 'lists', { text: 'Thornborn' })
    expect([refused.status, await codeOf(refused)]).toEqual([409, 'too_many_lists'])
    const all = await (await call(reader, 'GET', 'lists')).json()
    expect(listLists.answers[200].schema.parse(all)).toHaveLength(MAX_LISTS)
  })

  it('is removed if no one changes it for long', async () => {
    const reader = await newCaller()
    const list = await create(reader, 'Thornborn')
    await server.app.lists.prune(new AbortController().signal)
    expect((await call(reader, 'GET', `lists/${list.id}`)).status).toBe(200)
    late += (LIST_KEPT_DAYS + 1) * 24 * 60 * MINUTE
    await server.app.lists.prune(new AbortController().signal)
    expect(await (await call(reader, 'GET', 'lists')).json()).toEqual([])
  })
})
