import { afterEach, beforeEach, expect, it } from 'vitest'
import { bookDetailsSchema, requestedBookSchema } from '#contract/books'
import { bulkAnswer, matchingAnswer } from '#contract/bulk'
import { problemSchema } from '#contract/common'
import { handMadeBody, handMadeSchema } from '#contract/hand-made'
import { startTestApp, type TestApp } from '#tests/support/app'
import { addCaller } from '#tests/support/callers'
import { onEachDatabase } from '#tests/support/databases'
import { emptyCatalogue } from '#tests/support/empty-catalogue'
import { createGate } from '#tests/support/gate'
import { outcomesOf } from '#tests/support/outcomes'
import { addUser } from '#tests/support/records'
import { ROOT_ENVIRONMENT } from '#tests/support/root'
import { requestsOver } from '#tests/server/domain/requests/requests.fixture'

const BOOK = { title: 'Songs of the Marsh', author: 'Ada Moor', info: 'On tape' }

onEachDatabase('A decision on what was shown', (database) => {
  let server: TestApp
  let admin: Record<string, string>
  let owner: Record<string, string>

  beforeEach(async () => {
    server = await startTestApp({
      environment: ROOT_ENVIRONMENT,
      fetch: emptyCatalogue,
      // The server closes it.
      database: { ...database(), close: () => Promise.resolve() },
    })
    admin = await addCaller(server.app, 'admin', 'ada')
    owner = await addCaller(server.app, 'untrusted', 'otto')
  })
  afterEach(() => server.close())

  const call = (method: string, path: string, headers: Record<string, string>, body?: unknown) =>
    server.fetch(`/api/requests${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })

  /** Requests a book by hand. @returns its id. */
  async function write(fields: Partial<typeof BOOK> = {}): Promise<string> {
    const answer = await call('POST', '/manual', owner, { ...BOOK, ...fields })
    return handMadeSchema.parse(await answer.json()).id
  }

  const correct = async (id: string, fields: Partial<typeof BOOK>) =>
    expect((await call('PUT', `/manual/${id}`, owner, { ...BOOK, ...fields })).status).toBe(204)

  async function shown(id: string) {
    const answer = await server.fetch(`/api/books/${id}`, { headers: admin })
    const { book, requests } = bookDetailsSchema.parse(await answer.json())
    return { version: book.version, status: book.status, requests: requests.map(({ status }) => status) }
  }

  async function problemOf(answer: Response) {
    const { status, code, detail, errors = [] } = problemSchema.parse(await answer.json())
    return { status, code, detail, changes: errors.map((issue) => [issue.path, issue.code]) }
  }

  it('is made if it is still so, whatever answer showed it', async () => {
    const id = await write()
    const list = requestedBookSchema.array().parse(await (await call('GET', '', admin)).json())
    const manual = handMadeSchema.array().parse(await (await call('GET', '/manual', admin)).json())
    const versions = [...list, ...manual].map(({ book }) => book.version)
    const { version } = await shown(id)
    expect(versions).toEqual([version, version])
    expect((await call('POST', `/${id}/approve`, admin, { version })).status).toBe(204)
  })

  it.each(['approve', 'decline'])('is refused with what changed: %s', async (decision) => {
    const id = await write()
    const { version } = await shown(id)
    await correct(id, { title: 'Songs of the Sea', info: 'On a record' })
    const refused = await call('POST', `/${id}/${decision}`, admin, { version })
    expect(await problemOf(refused)).toEqual({
      status: 409,
      code: 'changed_since_seen',
      detail:
        'It has changed since it was shown to you. The title has changed. The note has changed. Look at it as it is now, and decide again.',
      changes: [
        ['title', 'title_changed'],
        ['info', 'info_changed'],
      ],
    })
    const now = await shown(id)
    expect(now.requests).toEqual(['pending'])
    expect((await call('POST', `/${id}/${decision}`, admin, { version: now.version })).status).toBe(204)
  })

  it('is refused for one requester whose wishes have changed', async () => {
    const id = await write()
    const { version } = await shown(id)
    await call('PUT', `/${id}/wishes`, owner, { note: 'The long one' })
    const refused = await call('POST', `/${id}/approve`, admin, { username: 'OTTO', version })
    expect(await problemOf(refused)).toMatchObject({
      detail: expect.stringContaining('otto has changed their wishes.'),
      changes: [['wishes', 'wishes_changed_since']],
    })
  })

  it('does not overturn what another administrator decided meanwhile', async () => {
    const id = await write()
    const { version } = await shown(id)
    await call('POST', `/${id}/decline`, admin, { reason: 'No' })
    const overturning = { username: 'otto', version }
    const refused = await call('POST', `/${id}/approve`, admin, overturning)
    expect(await problemOf(refused)).toMatchObject({ changes: [['requests', 'decided_since']] })
    expect((await call('POST', `/${id}/approve`, admin, { username: 'otto' })).status).toBe(204)
  })

  it('is about whatever it is now for programs that send no version', async () => {
    const id = await write()
    await correct(id, { title: 'Songs of the Sea' })
    expect((await call('POST', `/${id}/approve`, admin)).status).toBe(204)
  })

  it('leaves out of many the books that changed, and says so of each', async () => {
    const ids = [await write(), await write({ title: 'The Salt Road' }), await write({ title: 'Dunes' })]
    const [one = '', two = '', three = ''] = ids
    const seen = await Promise.all(ids.map(async (asin) => ({ asin, version: (await shown(asin)).version })))
    await correct(one, { title: 'Songs of the Sea' })
    await correct(three, { title: 'Dunes', author: 'Ben Hale' })
    const answer = await call('POST', '/bulk', admin, { action: 'approve', asins: ids, seen })
    const { done, failed } = bulkAnswer.parse(await answer.json())
    expect(done).toEqual([two])
    expect(failed.map(({ asin, code, errors }) => [asin, code, errors?.map((issue) => issue.code)])).toEqual([
      [one, 'changed_since_seen', ['title_changed']],
      [three, 'changed_since_seen', ['authors_changed']],
    ])
    const rest = { action: 'decline', seen, matching: {}, from: { requested_at: '2999-01-01T00:00:00Z' } }
    const step = await call('POST', '/bulk/matching', admin, rest)
    expect(matchingAnswer.parse(await step.json())).toMatchObject({ done: [], failed: [{}, {}] })
  })

  it('is compared with an edit that is stored at the same moment', async () => {
    const [root, uma] = [
      await addUser(database(), 'Root', 'admin'),
      await addUser(database(), 'Uma', 'untrusted'),
    ]
    const gate = createGate()
    const deciding = requestsOver(database())
    const editing = requestsOver(database(), { beforeCommit: gate.pass })
    const { id } = await deciding.handMade.create(uma, handMadeBody.parse(BOOK))
    const { version } = (await deciding.books.find(root, id)).book
    const edit = editing.handMade.update(uma, id, handMadeBody.parse({ ...BOOK, title: 'Songs' }))
    await gate.arrived
    const approval = outcomesOf([deciding.decisions.approve(root, id, { version })])
    gate.open()
    await edit
    expect(await approval).toEqual(['changed_since_seen'])
    expect((await deciding.books.find(root, id)).book.status).toBe('waiting_for_approval')
  })

  it('refuses a correction of what somebody else has corrected meanwhile', async () => {
    const id = await write()
    const { version } = await shown(id)
    await correct(id, { author: 'Ben Hale' })
    const late = await call('PUT', `/manual/${id}`, admin, { ...BOOK, title: 'Songs', version })
    expect(await problemOf(late)).toMatchObject({
      code: 'changed_since_seen',
      changes: [['author', 'authors_changed']],
    })
    const { version: latest } = await shown(id)
    expect((await call('PUT', `/manual/${id}`, admin, { ...BOOK, version: latest })).status).toBe(204)
  })

  it('accepts no version but a text', async () => {
    const id = await write()
    for (const version of [7, '', null]) {
      expect((await call('POST', `/${id}/approve`, admin, { version })).status).toBe(422)
    }
    const refused = await call('POST', `/${id}/approve`, admin, { version: 'made up' })
    expect((await problemOf(refused)).code).toBe('changed_since_seen')
  })
})
