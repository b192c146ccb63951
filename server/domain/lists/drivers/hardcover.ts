import { z } from 'zod'
import { optionalText, outsideText } from '#server/upstream/outside-text'
import { MAX_ENTRIES } from '#contract/lists'
import { AppError } from '#server/errors/app-error'
import { hardcoverFailed, hardcoverRefused } from '#server/domain/lists/lists.errors'
import { keptText } from '#server/domain/lists/kept-text.rules'
import type { ReadEntry } from '#server/domain/lists/lists.types'
import { BodyTooLarge, readBounded } from '#server/upstream/bounded-body'
import { redactAnswer } from '#server/upstream/redact-answer'
import { parseJson } from '#server/upstream/parse-json'
import { TimedOut, withTimeout } from '#server/async/timeout'

/** Not configurable, so that a token is sent nowhere else. */
const ADDRESS = 'https://api.hardcover.app/v1/graphql'
const PAGE = 500
/** A page of books with their authors and series is about 200 kB. */
const MAX_BYTES = 4_000_000
/** Maximum length of a title, an author or a number. */
const MAX_CHARACTERS = 300
/** For all pages together, in milliseconds. */
const TIMEOUT = 30_000

/** Status 1 is “Want to Read”. https://docs.hardcover.app/api/ */
const QUERY = `query WantToRead($limit: Int!, $offset: Int!) {
  me {
    user_books(where: {status_id: {_eq: 1}}, order_by: {id: asc}, limit: $limit, offset: $offset) {
      edition { asin isbn_13 isbn_10 }
      book {
        title
        contributions { author { name } }
        book_series { position series { name } }
      }
    }
  }
}`

const text = outsideText.nullish()
const bookSchema = z.object({
  edition: z.object({ asin: text, isbn_13: text, isbn_10: text }).nullish(),
  book: z.object({
    title: outsideText,
    contributions: z.array(z.object({ author: z.object({ name: text }).nullish() })).nullish(),
    book_series: z
      .array(z.object({ position: z.number().nullish(), series: z.object({ name: text }).nullish() }))
      .nullish(),
  }),
})
const answerSchema = z.object({
  data: z.object({ me: z.array(z.object({ user_books: z.array(z.unknown()) })).nullish() }).nullish(),
  /** May be sent with status 200. */
  errors: z.array(z.object({ message: outsideText })).nullish(),
  /** In place of the above, from what checks the token first. */
  error: optionalText,
})
/** Words about what a token may read, rather than about the token. */
const SCOPE = /scope|permission|privilege|not allowed|forbidden/i

/**
 * Reads the “Want to Read” books of an account.
 * @param token the account's token; used once and not stored.
 * @returns one entry more than the limit for a list if there are too many.
 * @throws AppError `hardcover_refused` or `hardcover_failed`.
 */
export async function readHardcover(
  { fetch, timeout = TIMEOUT }: { fetch: typeof globalThis.fetch; timeout?: number },
  token: string,
): Promise<ReadEntry[]> {
  try {
    return await withTimeout(timeout, undefined, (signal) => readPages(fetch, token, signal))
  } catch (error) {
    if (error instanceof AppError) throw error
    if (error instanceof TimedOut) throw hardcoverFailed({ why: 'timeout' }, { cause: error })
    if (error instanceof BodyTooLarge || error instanceof SyntaxError) {
      throw hardcoverFailed({ why: 'not_its_api' }, { cause: error })
    }
    throw hardcoverFailed({ why: 'unreachable' }, { cause: error })
  }
}

async function readPages(
  fetch: typeof globalThis.fetch,
  token: string,
  signal: AbortSignal,
): Promise<ReadEntry[]> {
  const entries: ReadEntry[] = []
  while (entries.length <= MAX_ENTRIES) {
    const page = await readPage(fetch, token, { offset: entries.length, signal })
    entries.push(...page.map(entryOf))
    if (page.length < PAGE) break
  }
  return entries
}

async function readPage(
  fetch: typeof globalThis.fetch,
  token: string,
  { offset, signal }: { offset: number; signal: AbortSignal },
): Promise<z.infer<typeof bookSchema>[]> {
  const response = await fetch(ADDRESS, {
    method: 'POST',
    signal,
    redirect: 'manual',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json',
    },
    body: JSON.stringify({ query: QUERY, variables: { limit: PAGE, offset } }),
  })
  const { status } = response
  const answered = new TextDecoder().decode(await readBounded(response, MAX_BYTES))
  const body = redactAnswer(answered, [], [token])
  if (status === 429) throw hardcoverFailed({ why: 'too_many' })
  if (status >= 500) throw hardcoverFailed({ why: 'failed', status })
  const refused = status === 401 || status === 403
  const answer = answerSchema.safeParse(refused ? jsonOr(body, {}) : parseJson(body))
  const said = answer.data?.errors?.[0]?.message ?? answer.data?.error ?? ''
  if (refused || said !== '') throw refusal(said, refused)
  if (!answer.success) throw hardcoverFailed({ why: 'not_its_api' }, { cause: answer.error })
  const { data } = answer.data
  if (!data?.me) throw hardcoverFailed({ why: 'not_its_api' })
  const [me] = data.me
  if (!me) throw hardcoverRefused({ why: 'no_account' })
  return me.user_books.flatMap((row) => bookSchema.safeParse(row).data ?? [])
}

/** @param byStatus whether the status already says that the token is refused. */
function refusal(said: string, byStatus: boolean): AppError {
  if (SCOPE.test(said)) return hardcoverRefused({ why: 'scope' })
  if (byStatus || /token|authori[sz]ation|denied/i.test(said)) return hardcoverRefused({ why: 'token' })
  return hardcoverFailed({ why: 'answers', text: keptText(said, MAX_CHARACTERS).replace(/\.$/, '') })
}

/** Reads an answer that may as well be a web page. */
function jsonOr(body: string, other: unknown): unknown {
  try {
    return parseJson(body)
  } catch (error) {
    if (error instanceof SyntaxError) return other
    throw error
  }
}

function entryOf({ book, edition }: z.infer<typeof bookSchema>): ReadEntry {
  const [first] = book.book_series ?? []
  const series = first?.series?.name
  const identifier = edition?.asin ?? edition?.isbn_13 ?? edition?.isbn_10 ?? ''
  const isPlaced = series && typeof first.position === 'number'
  const title = isPlaced ? `${book.title} (${series}, #${first.position})` : book.title
  return {
    title: keptText(title, MAX_CHARACTERS),
    author: keptText(book.contributions?.[0]?.author?.name ?? '', MAX_CHARACTERS) || null,
    identifier: keptText(identifier, MAX_CHARACTERS) || null,
  }
}
