import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { requestedBookSchema } from '#contract/books'
import { serveCatalogue } from '#tests/support/catalogue-server'

const ASIN = 'EMODD00001'

const { server, admin, trusted, untrusted } = serveCatalogue()

const call = (method: string, path: string, headers: Record<string, string>) =>
  server.fetch(`/api/${path}`, { method, headers })

/**
 * The actions that the page of the book, the list and the search offer someone; null where a response does
 * not contain the book.
 */
async function told(headers: Record<string, string>) {
  const page = requestedBookSchema.parse(await (await call('GET', `books/${ASIN}`, headers)).json())
  const inAnswer = async (path: string) => {
    const books = z.array(requestedBookSchema).parse(await (await call('GET', path, headers)).json())
    return books.find(({ book }) => book.asin === ASIN)?.actions ?? null
  }
  const title = encodeURIComponent(page.book.title)
  return { page: page.actions, list: await inAnswer('requests'), search: await inAnswer(`search?q=${title}`) }
}

/** For people whose requests need no approval. */
const REQUEST = ['request', 'request_without_approval']
/** For administrators, who withdraw everyone's requests. */
const WITHDRAW = ['withdraw', 'withdraw_all']

describe('the permitted actions for a book', () => {
  it('are given by role, request and status, the same in every answer', async () => {
    expect(await told(untrusted)).toEqual({ page: ['request'], list: null, search: ['request'] })
    for (const headers of [admin, trusted]) {
      expect(await told(headers)).toEqual({ page: REQUEST, list: null, search: REQUEST })
    }

    const requested = await call('POST', `requests/${ASIN}`, untrusted)
    const own = ['withdraw', 'change_wishes']
    expect(requestedBookSchema.parse(await requested.json()).actions).toEqual(own)
    expect(await told(untrusted)).toEqual({ page: own, list: own, search: own })
    expect(await told(trusted)).toEqual({ page: REQUEST, list: null, search: REQUEST })
    const undecided = [...REQUEST, ...WITHDRAW, 'approve', 'decline', 'view_releases', 'mark_available']
    expect(await told(admin)).toEqual({ page: undecided, list: undecided, search: undecided })

    expect((await call('POST', `requests/${ASIN}/approve`, admin)).status).toBe(204)
    // No indexer is set up, so no search is offered.
    expect((await told(admin)).page).toEqual([
      ...REQUEST,
      ...WITHDRAW,
      'view_releases',
      'mark_available',
      'stop',
    ])

    expect((await call('PATCH', `requests/${ASIN}/downloaded`, admin)).status).toBe(204)
    expect((await told(admin)).page).toEqual(['request_again', ...WITHDRAW, 'view_releases', 'revert'])
    expect((await told(untrusted)).list).toEqual(['withdraw'])
    expect((await told(trusted)).page).toEqual([])
  })
})
