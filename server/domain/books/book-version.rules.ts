import { issueAt } from '#contract/issue-words'
import { fault, type IssueDto } from '#contract/issues'
import type { BookFacts, VisibleRequest } from './books.types'

/** Digests a text so that nobody finds another text with the same digest. */
export type Digest = (text: string) => string

/** What a decision on a book is about. */
export interface Decided {
  book: Pick<BookFacts, (typeof WRITTEN)[number] | 'handMadeBy'>
  requests: readonly DecidedRequest[]
}

type DecidedRequest = Pick<VisibleRequest, 'username' | 'status' | 'wishes'>

/** The facts that a person enters. Those of the catalogue belong to the ASIN, and no one here can change them. */
const WRITTEN = ['title', 'subtitle', 'authors', 'narrators', 'releaseDate', 'info'] as const

/** How a change of each is told: where people enter it, and what is said of it. */
const CHANGES = {
  title: issueAt('title', fault('title_changed')),
  subtitle: issueAt('subtitle', fault('subtitle_changed')),
  authors: issueAt('author', fault('authors_changed')),
  narrators: issueAt('narrator', fault('narrators_changed')),
  releaseDate: issueAt('publish_date', fault('release_date_changed')),
  info: issueAt('info', fault('info_changed')),
} as const satisfies Record<(typeof WRITTEN)[number], IssueDto>

/** No digest contains these. */
const [BETWEEN, WITHIN] = ['~', '.']

/**
 * The version of what is decided on: digests of the facts entered by hand, then of each request. Everything else about
 * the book leaves it as it is.
 */
export function versionOf({ book, requests }: Decided, digest: Digest): string {
  const ofRequests = requests.map((request) => Object.values(digestsOf(request, digest)).join(WITHIN))
  return [`1${WITHIN}${writtenDigests(book, digest).join(WITHIN)}`, ...ofRequests].join(BETWEEN)
}

/**
 * In what a decision would differ from what was shown. Requests that are no longer there make no difference: the
 * decision does not concern them.
 * @param seen the version shown, from whoever it was sent by.
 * @param now.requests those that the decision concerns.
 * @returns nothing if all of it was shown.
 */
export function changesSince(seen: string, { book, requests }: Decided, digest: Digest): IssueDto[] {
  const [facts = '', ...others] = seen.split(BETWEEN)
  const [, ...shown] = facts.split(WITHIN)
  const written = writtenDigests(book, digest)
  const corrected = WRITTEN.filter((_, at) => written[at] !== undefined && written[at] !== shown[at])
  const known = new Map(
    others.map((text) => {
      const [who = '', status, wishes] = text.split(WITHIN)
      return [who, { status, wishes }]
    }),
  )
  return [
    ...corrected.map((fact) => CHANGES[fact]),
    ...requests.flatMap((request) => {
      const { who, ...is } = digestsOf(request, digest)
      return changeOf(request, is, known.get(who)) ?? []
    }),
  ]
}

function changeOf(
  { username: user, status }: DecidedRequest,
  is: { status: string; wishes: string },
  was: { status: string | undefined; wishes: string | undefined } | undefined,
): IssueDto | null {
  if (was?.status === is.status) {
    return was.wishes === is.wishes ? null : issueAt('wishes', fault('wishes_changed_since', { user }))
  }
  const isNew = was === undefined || status === 'pending'
  return issueAt('requests', fault(isNew ? 'requested_since' : 'decided_since', { user }))
}

/** Digests of what was entered by hand; none for books of the catalogue. */
function writtenDigests(book: Decided['book'], digest: Digest): string[] {
  if (typeof book.handMadeBy !== 'string') return []
  return WRITTEN.map((fact) => digest(JSON.stringify(book[fact] ?? null)))
}

function digestsOf({ username, status, wishes }: DecidedRequest, digest: Digest) {
  return { who: digest(username), status, wishes: wishes === null ? '' : digest(wishesText(wishes)) }
}

/** The parts of wishes in one order, whatever order a database returns them in. */
function wishesText(wishes: NonNullable<DecidedRequest['wishes']>): string {
  const { note, narrator, unabridged, language, max_size_mb: size, format } = wishes
  return JSON.stringify([note, narrator, unabridged, language, size, format])
}
