import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { startWebhookReceiver } from '#fakes/webhook-receiver'
import { requestedBookSchema } from '#contract/books'
import { problemSchema } from '#contract/common'
import { createJobs } from '#server/jobs/jobs'
import { addCaller } from '#tests/support/callers'
import { serveCatalogue } from '#tests/support/catalogue-server'
import { signIn } from '#tests/support/root'

/** Books of the fake catalogue: one sold in every region, one only in Germany. */
const EVERYWHERE = 'EMODD00001'
const GERMAN = 'EMODD00014'

const { server, catalogue, admin, trusted, untrusted, empty } = serveCatalogue({
  environment: { SVC_APP__BASE_URL: '/books' },
})

beforeEach(async () => {
  catalogue.misbehave(null)
  await empty('requests', 'fulfilments')
})

const call = (method: string, path: string, headers: Record<string, string>) =>
  server.fetch(`/api/requests${path}`, { method, headers })
const problemOf = async (answer: Response) => {
  expect(answer.headers.get('content-type')).toBe('application/problem+json')
  return problemSchema.parse(await answer.json())
}
const listOf = async (answer: Response) => {
  expect(answer.status).toBe(200)
  return {
    books: z.array(requestedBookSchema).parse(await answer.json()),
    total: Number(answer.headers.get('x-total-count')),
  }
}

describe('POST /api/requests/{asin}', () => {
  it('answers 201 with the book and the caller’s request', async () => {
    const answer = await call('POST', `/${EVERYWHERE.toLowerCase()}?region=uk`, trusted)
    expect(answer.status).toBe(201)
    const { book, requests } = requestedBookSchema.parse(await answer.json())
    expect(book).toMatchObject({
      asin: EVERYWHERE,
      region: 'uk',
      status: 'waiting',
      cover_image: `/books/api/covers/${EVERYWHERE}?region=uk`,
    })
    expect(requests).toHaveLength(1)
  })

  it('answers 409 the second time and 404 if the region has no such book', async () => {
    await call('POST', `/${EVERYWHERE}`, trusted)
    const again = await call('POST', `/${EVERYWHERE}`, trusted)
    expect([again.status, (await problemOf(again)).code]).toEqual([409, 'already_requested'])
    const elsewhere = await call('POST', `/${GERMAN}?region=us`, trusted)
    expect([elsewhere.status, (await problemOf(elsewhere)).code]).toEqual([404, 'not_in_region'])
    expect((await call('POST', `/${GERMAN}?region=de`, trusted)).status).toBe(201)
  })

  it('answers 409 to members for books in the library, and lets administrators request them again', async () => {
    expect((await call('POST', `/${EVERYWHERE}`, trusted)).status).toBe(201)
    expect((await call('PATCH', `/${EVERYWHERE}/downloaded`, admin)).status).toBe(204)
    for (const query of ['', '?again=true']) {
      const refused = await call('POST', `/${EVERYWHERE}${query}`, untrusted)
      expect([refused.status, (await problemOf(refused)).code]).toEqual([409, 'already_available'])
    }
    const plain = await call('POST', `/${EVERYWHERE}`, admin)
    expect([plain.status, requestedBookSchema.parse(await plain.json()).book.status]).toEqual([
      201,
      'available',
    ])
    const again = await call('POST', `/${EVERYWHERE}?again=true`, admin)
    expect([again.status, requestedBookSchema.parse(await again.json()).book.status]).toEqual([
      201,
      'waiting',
    ])
    expect((await call('POST', `/${EVERYWHERE}?again=perhaps`, admin)).status).toBe(422)
  })

  it('uses the person’s preferred region if the call names none', async () => {
    const german = await addCaller(server.app, 'trusted', 'greta')
    const body = JSON.stringify({ default_region: 'de' })
    await server.fetch('/api/settings/account', { method: 'PATCH', headers: german, body })
    expect((await call('POST', `/${GERMAN}`, german)).status).toBe(201)
    expect((await call('POST', `/${GERMAN}`, trusted)).status).toBe(404)
  })

  it('answers 422 for an impossible region or ASIN', async () => {
    const region = await call('POST', `/${EVERYWHERE}?region=xx`, trusted)
    expect([region.status, (await problemOf(region)).errors?.[0]?.path]).toEqual([422, 'region'])
    const asin = await call('POST', '/nonsense', trusted)
    expect([asin.status, (await problemOf(asin)).errors?.[0]?.path]).toEqual([422, 'asin'])
  })

  it('says that the catalogue is unavailable, and stores nothing', async () => {
    catalogue.misbehave({ kind: 'reset' })
    const answer = await call('POST', '/EMODD00009', trusted)
    expect(answer.status).toBe(503)
    expect((await problemOf(answer)).code).toBe('catalogue_unreachable')
    expect((await listOf(await call('GET', '', admin))).total).toBe(0)
  })

  it('notifies a webhook without further action, with links to where the administrator signed in', async () => {
    await signIn(server)
    const target = await startWebhookReceiver()
    const jobs = createJobs(server.app)
    jobs.start()
    const body = JSON.stringify({ text: '{eventUser}: {bookTitle}', link: '{requestUrl}' })
    const created = await server.fetch('/api/settings/notifications', {
      method: 'POST',
      headers: admin,
      body: JSON.stringify({
        name: 'Chat',
        url: target.url,
        event_type: 'onNewRequest',
        body_type: 'json',
        body,
      }),
    })
    expect(created.status).toBe(201)
    const answer = requestedBookSchema.parse(await (await call('POST', `/${EVERYWHERE}`, trusted)).json())
    const [message] = await target.received(1)
    expect(JSON.parse(message?.body ?? '')).toEqual({
      text: `${answer.username}: ${answer.book.title}`,
      link: `${server.url}/requests?q=${EVERYWHERE}`,
    })
    await jobs.stop()
    await target.close()
  })
})

describe('GET /api/requests', () => {
  beforeEach(async () => {
    await call('POST', `/${EVERYWHERE}`, untrusted)
    await call('POST', `/${EVERYWHERE}`, trusted)
    await call('POST', `/${GERMAN}?region=de`, untrusted)
  })

  it('shows administrators everyone’s, and others their own', async () => {
    const all = await listOf(await call('GET', '', admin))
    expect(all.total).toBe(2)
    expect(all.books.map(({ requests }) => requests.length)).toEqual([1, 2])
    const own = await listOf(await call('GET', '', trusted))
    expect(own.books.map(({ book, requests }) => [book.asin, requests.length])).toEqual([[EVERYWHERE, 1]])
  })

  it('returns the number of books in a header, regardless of paging', async () => {
    const page = await listOf(await call('GET', '?limit=1&offset=1', admin))
    expect([page.books.length, page.total]).toEqual([1, 2])
    const counted = await call('HEAD', '?status=waiting', admin)
    expect(counted.headers.get('x-total-count')).toBe('1')
  })

  it.each([
    'filter=some',
    'status=gone',
    'sort=size',
    'order=up',
    'limit=0',
    'limit=501',
    'limit=x',
    'offset=-1',
  ])('refuses %s', async (query) => {
    const answer = await call('GET', `?${query}`, admin)
    expect(answer.status).toBe(422)
    expect((await problemOf(answer)).errors?.[0]?.path).toBe(query.split('=')[0])
  })

  it('works without the catalogue', async () => {
    catalogue.misbehave({ kind: 'reset' })
    expect((await listOf(await call('GET', '?q=&filter=all', admin))).total).toBe(2)
  })

  it('is counted by status, separately for pending approvals', async () => {
    const answer = await call('GET', '/counts', admin)
    expect(await answer.json()).toEqual({ total: 2, by_status: { waiting: 1, waiting_for_approval: 2 } })
  })
})

describe('DELETE /api/requests/{asin}', () => {
  it('withdraws one’s own request or, for an administrator, everyone’s, and can be repeated', async () => {
    await call('POST', `/${EVERYWHERE}`, trusted)
    await call('POST', `/${EVERYWHERE}`, untrusted)
    expect((await call('DELETE', `/${EVERYWHERE}`, untrusted)).status).toBe(204)
    expect((await listOf(await call('GET', '', admin))).books[0]?.requests).toHaveLength(1)
    expect((await call('DELETE', `/${EVERYWHERE}`, untrusted)).status).toBe(204)
    expect((await listOf(await call('GET', '', admin))).books[0]?.requests).toHaveLength(1)
    expect((await call('DELETE', `/${EVERYWHERE}`, admin)).status).toBe(204)
    expect((await listOf(await call('GET', '', admin))).total).toBe(0)
    for (const asin of [EVERYWHERE, 'B0NOTHERE1']) {
      expect((await call('DELETE', `/${asin}`, admin)).status).toBe(204)
    }
  })
})

describe('wishes in a request', () => {
  const send = (method: string, path: string, headers: Record<string, string>, body: unknown) =>
    server.fetch(`/api/requests${path}`, { method, headers, body: JSON.stringify(body) })
  const wishesOf = async (headers: Record<string, string>) => {
    const { books } = await listOf(await call('GET', '', headers))
    return books[0]?.requests.map(({ wishes }) => wishes)
  }

  it('are sent with it and changed later; missing ones are removed', async () => {
    const wishes = { narrator: 'June Hart', unabridged: true }
    const requested = await send('POST', `/${EVERYWHERE}`, untrusted, { wishes })
    expect(requested.status).toBe(201)
    const rest = { note: null, language: null, max_size_mb: null, format: null }
    expect(await wishesOf(admin)).toEqual([{ ...wishes, ...rest }])
    expect((await send('PUT', `/${EVERYWHERE}/wishes`, untrusted, { format: 'mp3' })).status).toBe(204)
    expect(await wishesOf(untrusted)).toMatchObject([{ narrator: null, unabridged: false, format: 'mp3' }])
    expect((await send('PUT', `/${EVERYWHERE}/wishes`, untrusted, {})).status).toBe(204)
    expect(await wishesOf(untrusted)).toEqual([null])
  })

  it('are refused with 422 if invalid, 404 without a request, and 409 after a grab', async () => {
    for (const wrong of [{ format: 'ogg' }, { max_size_mb: 0 }, { language: 'german' }, { colour: 'red' }]) {
      expect((await send('POST', `/${EVERYWHERE}`, trusted, { wishes: wrong })).status).toBe(422)
    }
    const nobody = await send('PUT', `/${EVERYWHERE}/wishes`, trusted, {})
    expect([nobody.status, (await problemOf(nobody)).code]).toEqual([404, 'not_requested'])
    expect((await send('POST', `/${EVERYWHERE}`, trusted, {})).status).toBe(201)
    expect((await call('PATCH', `/${EVERYWHERE}/downloaded`, admin)).status).toBe(204)
    const late = await send('PUT', `/${EVERYWHERE}/wishes`, trusted, {})
    expect([late.status, (await problemOf(late)).code]).toEqual([409, 'wishes_too_late'])
  })
})
