import type { BookDetailsDto, RequestedBookDto, SearchIssueDto } from '#contract/books'
import type { Region } from '#contract/common'
import type { InLibraryDto } from '#contract/library'
import { mapYielding } from '#server/async/yield'
import { bind } from '#server/domain/bind'
import type { CurrentUser } from '#server/domain/auth/auth.types'
import type { CatalogueBook } from '#server/domain/catalogue/catalogue.types'
import { changesSince, type Decided, type Digest } from './book-version.rules'
import { isSearchAwaited, isSearchedOnceOut, nextAttemptOf, type Outlook } from './book-status.rules'
import type { BookStates } from './book-states.repository'
import { changedSinceSeen, notInRegion, notRequested } from './books.errors'
import type { BooksRepository } from './books.repository'
import type { ActionsOf, BookFacts, BookState, Requesters, StoredBook, StoredCover } from './books.types'
import { isHandMade } from '#server/domain/hand-made-id.rules'
import { presentBook } from './presentation.rules'
import type { Timeline } from './timeline.repository'
import { timelineFor } from './timeline-view.rules'
import { visibilityOf } from './visibility.rules'

export interface BooksContext {
  repository: Pick<BooksRepository, 'find' | 'findCover'>
  states: Pick<BookStates, 'find'>
  timeline: Pick<Timeline, 'list' | 'memberSince'>
  requesters: Pick<Requesters, 'isRequestedBy' | 'conditionsOf'>
  outlook: () => Promise<Outlook>
  /** Why no search is possible; null if it is. */
  searchIssue: () => Promise<SearchIssueDto | null>
  catalogue: { book(asin: string, region: Region): Promise<CatalogueBook | null> }
  config: { baseUrl: string; defaultRegion: Region }
  /** What a person may do about a book, as requests and fulfilment decide. */
  actionsOf: ActionsOf
  /** Reads the approval settings once; the returned function says whether a book needs approval. */
  approvals: (user: CurrentUser) => Promise<(book: BookFacts) => { approved: boolean }>
  /** Which of some books the library has, by ASIN, as far as this person may see; one query for all. */
  inLibrary: (user: CurrentUser, books: readonly BookFacts[]) => Promise<ReadonlyMap<string, InLibraryDto>>
  /** Whether any library contains items to match. */
  hasLibrary: () => Promise<boolean>
  digest: Digest
  clock: () => Date
}

type Context = BooksContext

/** Books as people see them. */
export function createBooks(context: Context) {
  return bind(context, {
    ...{ canSee, presenting, factsOf, find, present, findInLibrary, storedCover, mustBeAsSeen },
  })
}

/**
 * Reads a book that no one here has requested yet from the catalogue.
 * @throws AppError `not_in_region`, or those of the catalogue.
 */
async function fromCatalogue({ catalogue }: Context, asin: string, region: Region): Promise<StoredBook> {
  const book = await catalogue.book(asin, region)
  if (book === null) {
    throw notInRegion({ why: 'anywhere', asin, region })
  }
  return { ...book, handMadeBy: null, info: null }
}

/** Whether a person is allowed to know of a book: only its requesters and administrators see a hand-made one. */
async function canSee({ requesters }: Context, user: CurrentUser, asin: string): Promise<boolean> {
  return !isHandMade(asin) || visibilityOf(user).everyone || requesters.isRequestedBy(asin, user.id)
}

/**
 * Reads everything required to present books except their rows.
 * @param books all books of the response.
 * @param outlook read unless given.
 * @returns a function that presents one of them.
 */
async function presenting(
  context: Context,
  user: CurrentUser,
  books: readonly BookFacts[],
  outlook?: Outlook,
) {
  const { config, clock, actionsOf, approvals, inLibrary, digest } = context
  const [there, looking, approvalOf] = await Promise.all([
    inLibrary(user, books),
    outlook ?? context.outlook(),
    approvals(user),
  ])
  const told = { user, baseUrl: config.baseUrl, now: clock(), outlook: looking }
  const options = { ...told, actionsOf, approvalOf, digest }
  return (facts: BookFacts, state: BookState | undefined) =>
    presentBook(facts, { ...options, state, inLibrary: there.get(facts.asin) ?? null })
}

/**
 * A stored book, or else the catalogue's.
 * @param region the catalogue region to query; the default region if omitted.
 * @throws AppError `not_in_region` or `not_requested` if there is none, or those of the catalogue.
 */
async function factsOf(
  context: Context,
  asin: string,
  region = context.config.defaultRegion,
): Promise<StoredBook> {
  const kept = await context.repository.find(asin)
  if (kept === null && isHandMade(asin)) throw notRequested({ why: 'hand_made', id: asin })
  return kept ?? fromCatalogue(context, asin, region)
}

/**
 * A stored book, or else the catalogue's, with its state, its activity and the requests that this person may
 * see.
 * @param region the catalogue region to query; the default region if omitted.
 * @throws AppError `not_in_region` or `not_requested` if there is none, or those of the catalogue.
 */
async function find(
  context: Context,
  user: CurrentUser,
  asin: string,
  region = context.config.defaultRegion,
): Promise<BookDetailsDto> {
  const { repository, states, timeline, requesters, outlook, searchIssue, hasLibrary } = context
  const visibility = visibilityOf(user)
  const [kept, found, entries, since, conditions, looking] = await Promise.all([
    repository.find(asin),
    states.find(visibility, [asin]),
    timeline.list(asin),
    timeline.memberSince(user.id),
    requesters.conditionsOf(asin),
    outlook(),
  ])
  const state = found.get(asin)
  if (isHandMade(asin) && (kept === null || !(await canSee(context, user, asin)))) {
    throw notRequested({ why: 'hand_made', id: asin })
  }
  const book = kept ?? (await fromCatalogue(context, asin, region))
  const reader = { username: user.username, since, everyone: visibility.everyone }
  const presented = (await presenting(context, user, [book], looking))(book, state)
  const issue = isSearchAwaited(presented) ? await searchIssue() : null
  const fulfilment = state?.fulfilment ?? null
  return {
    ...presented,
    summary: book.summary,
    info: book.info,
    hand_made_by: book.handMadeBy,
    conditions: state && state.requests.length > 0 ? conditions : null,
    stopped: state?.fulfilment?.stopped ?? false,
    searched_once_out: isSearchedOnceOut(fulfilment, looking),
    may_correct_match: visibility.everyone && (await hasLibrary()),
    search_issue: issue && (visibility.everyone ? issue : { ...issue, settings: [] }),
    timeline: timelineFor(reader, entries, nextAttemptOf(fulfilment, looking)),
  }
}

/** Books with their current states, in one query. */
async function present(
  context: Context,
  user: CurrentUser,
  books: readonly BookFacts[],
): Promise<RequestedBookDto[]> {
  const { states } = context
  const asins = [...new Set(books.map((book) => book.asin))]
  const [found, present] = await Promise.all([
    states.find(visibilityOf(user), asins),
    presenting(context, user, books),
  ])
  return mapYielding(books, (book) => present(book, found.get(book.asin)))
}

/** Where the library has a book, as far as this person may see. */
async function findInLibrary(
  { inLibrary }: Context,
  user: CurrentUser,
  book: BookFacts,
): Promise<InLibraryDto | undefined> {
  return (await inLibrary(user, [book])).get(book.asin)
}

/** What a requested book's cover is made from; null if there is no request that this person may see. */
async function storedCover(context: Context, user: CurrentUser, asin: string): Promise<StoredCover | null> {
  const { repository } = context
  return (await canSee(context, user, asin)) ? repository.findCover(asin) : null
}

/**
 * Ensures that a decision is about what was shown; call it with the book locked.
 * @param seen the version shown; undefined if the decision is not about any.
 * @throws AppError `changed_since_seen`, whose issues say what differs.
 */
function mustBeAsSeen({ digest }: Context, seen: string | undefined, decided: Decided): void {
  const { title } = decided.book
  const errors = seen === undefined ? [] : changesSince(seen, decided, digest)
  if (errors.length > 0) throw changedSinceSeen({ title }, { errors })
}
