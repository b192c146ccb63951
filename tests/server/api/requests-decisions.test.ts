import { beforeEach, describe, expect, it } from 'vitest'
import { requestedBookSchema } from '#contract/books'
import { problemSchema } from '#contract/common'
import { bulkAnswer, matchingAnswer, selectionSchema } from '#contract/bulk'
import { serveCatalogue } from '#tests/support/catalogue-server'

/** Books of the fake catalogue. */
const ONE = 'EMODD00001'
const TWO = 'EMODD00009'

const { server, admin, trusted, untrusted, empty } = serveCatalogue()

beforeEach(async () => {
  await empty('requests', 'fulfilments')
  for (const asin of [ONE, TWO]) expect((await send(`/${asin}`, untrusted)).status).toBe(201)
})

const send = (path: string, headers: Record<string, string>, body?: unknown) =>
  server.fetch(`/api/requests${path}`, {
    method: 'POST',
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
const codeOf = async (answer: Response) => problemSchema.parse(await answer.json()).code
const statusOf = async (asin: string) => {
  const answer = await server.fetch(`/api/requests?q=${asin}`, { headers: admin })
  const [found] = requestedBookSchema.array().parse(await answer.json())
  return [found?.book.status ?? null, found?.requests.map(({ status, reason }) => [status, reason])]
}

describe('POST /api/requests/{asin}/approve', () => {
  it('approves everyone who waits, even without a body', async () => {
    expect((await send(`/${ONE.toLowerCase()}/approve/`, admin)).status).toBe(204)
    expect(await statusOf(ONE)).toEqual(['waiting', [['approved', null]]])
    const again = await send(`/${ONE}/approve`, admin, {})
    expect([again.status, await codeOf(again)]).toEqual([409, 'nothing_to_decide'])
  })

  it('applies to one requester if one is named', async () => {
    expect((await send(`/${ONE}/approve`, admin, { username: 'UNTRUSTED' })).status).toBe(204)
    const other = await send(`/${ONE}/approve`, admin, { username: 'trusted' })
    expect([other.status, await codeOf(other)]).toEqual([404, 'not_requested'])
  })

  it('is for administrators only', async () => {
    for (const headers of [trusted, untrusted]) {
      expect((await send(`/${ONE}/approve`, headers)).status).toBe(403)
    }
    expect(await statusOf(ONE)).toEqual(['waiting_for_approval', [['pending', null]]])
  })

  it.each([{ user: 'untrusted' }, { username: '' }, { username: 7 }, [], null])(
    'refuses the body %j',
    async (body) => {
      expect((await send(`/${ONE}/approve`, admin, body)).status).toBe(422)
    },
  )
})

describe('POST /api/requests/{asin}/decline', () => {
  it('declines with the reason, after which the person may request once more', async () => {
    expect((await send(`/${ONE}/decline`, admin, { reason: ' We have it ' })).status).toBe(204)
    expect(await statusOf(ONE)).toEqual(['declined', [['declined', 'We have it']]])
    expect((await send(`/${ONE}`, untrusted)).status).toBe(201)
    expect((await send(`/${ONE}/decline`, admin, { reason: 'No' })).status).toBe(204)
    const third = await send(`/${ONE}`, untrusted)
    expect(third.status).toBe(409)
    expect(problemSchema.parse(await third.json())).toMatchObject({
      code: 'declined_for_good',
      detail: 'Your request for this audiobook was declined twice, so you cannot request it again: No',
    })
  })
})

describe('everything that a filter matches', () => {
  it('is counted, and changed in steps', async () => {
    const counted = await server.fetch('/api/requests/bulk/matching?status=waiting_for_approval', {
      headers: admin,
    })
    const selection = selectionSchema.parse(await counted.json())
    expect(selection).toMatchObject({ total: 2, applies_to: { approve: 2 } })
    const matching = { status: 'waiting_for_approval' }
    const answer = await send('/bulk/matching', admin, { action: 'approve', matching, from: selection.from })
    expect(matchingAnswer.parse(await answer.json())).toMatchObject({ done: [TWO, ONE], next: null })
    expect((await statusOf(TWO))[0]).toBe('waiting')
  })

  it('can be exported as a file', async () => {
    const answer = await server.fetch('/api/requests/export?q=no-such-book', { headers: untrusted })
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="earmark-requests.csv"')
    expect(await answer.text()).toMatch(/^title,subtitle,.*\r\n$/)
  })
})

describe('POST /api/requests/bulk', () => {
  it('reports what happened to each book', async () => {
    const answer = await send('/bulk', admin, { action: 'approve', asins: [ONE, 'B000000404', TWO] })
    expect(answer.status).toBe(200)
    expect(bulkAnswer.parse(await answer.json())).toEqual({
      done: [ONE, TWO],
      failed: [
        {
          asin: 'B000000404',
          code: 'not_requested',
          params: { why: 'nobody' },
          detail: 'No one has requested this audiobook.',
        },
      ],
    })
    expect((await statusOf(TWO))[0]).toBe('waiting')
  })

  it('removes, declines and marks as available', async () => {
    await send('/bulk', admin, { action: 'decline', asins: [ONE], reason: 'No room' })
    expect(await statusOf(ONE)).toEqual(['declined', [['declined', 'No room']]])
    await send('/bulk', admin, { action: 'remove', asins: [ONE] })
    expect((await statusOf(ONE))[1]).toBeUndefined()
    const marked = await send('/bulk', admin, { action: 'downloaded', asins: [TWO] })
    expect(bulkAnswer.parse(await marked.json())).toEqual({ done: [TWO], failed: [] })
    expect((await statusOf(TWO))[0]).toBe('available')
  })

  it.each([
    { action: 'approve', asins: [] },
    { action: 'approve', asins: ['nonsense'] },
    { action: 'approve', asins: Array<string>(501).fill(ONE) },
    { action: 'delete', asins: [ONE] },
    { asins: [ONE] },
  ])('refuses what it cannot do', async (body) => {
    expect((await send('/bulk', admin, body)).status).toBe(422)
  })
})
