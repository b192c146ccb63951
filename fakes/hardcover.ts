import { z } from 'zod'
import { sendJson, startFakeServer } from './fake-server'

const ADDRESS = 'https://api.hardcover.app/v1/graphql'

/** A book in the account. */
interface HardcoverBook {
  title: string
  author?: string
  series?: { name: string; position: number }
  isbn?: string
}

const askedSchema = z.object({
  query: z.string(),
  variables: z.object({ limit: z.number().int(), offset: z.number().int() }),
})

/** Starts the GraphQL API of a reading tracker, with one account's books. */
export async function startHardcoverFake(shelf: HardcoverBook[]) {
  const token = 'hc_pat_a-token-for-tests'
  /** Returned with status 200, as in GraphQL. */
  let failure: string | null = null
  /** Why the token is refused, before its account is looked at. */
  let refused: string | null = null
  let hasAccount = true

  const server = await startFakeServer(({ headers, body }, response) => {
    const given = headers.authorization?.replace(/^Bearer /, '')
    if (given === undefined || /\s/.test(given)) {
      return sendJson(response, { errors: [{ message: 'Malformed Authorization header' }] })
    }
    if (refused !== null) return sendJson(response, { error: refused }, 403)
    if (given !== token) return sendJson(response, { error: 'Unable to verify token' }, 401)
    if (failure !== null) return sendJson(response, { errors: [{ message: failure }] })
    const { variables } = askedSchema.parse(JSON.parse(body))
    const books = shelf.slice(variables.offset, variables.offset + variables.limit)
    sendJson(response, { data: { me: hasAccount ? [{ user_books: books.map(rowOf) }] : [] } })
  })

  return {
    ...server,
    token,
    /** A fetch that sends requests for the real address to the fake, and all others as usual. */
    fetch: (input: RequestInfo | URL, init?: RequestInit) =>
      input === ADDRESS ? fetch(`${server.url}/v1/graphql`, init) : fetch(input, init),
    /** Refuses the token with these words; null stops it. */
    refuse(words: string | null) {
      refused = words
    },
    /** Whether the token belongs to an account. */
    haveAccount(has: boolean) {
      hasAccount = has
    },
    /** Returns an error from now on; null stops it. */
    fail(message: string | null) {
      failure = message
    },
  }
}

const rowOf = ({ title, author, series, isbn }: HardcoverBook) => ({
  edition: isbn === undefined ? null : { asin: null, isbn_13: isbn, isbn_10: null },
  book: {
    title,
    contributions: author === undefined ? [] : [{ author: { name: author } }],
    book_series: series ? [{ position: series.position, series: { name: series.name } }] : [],
  },
})
