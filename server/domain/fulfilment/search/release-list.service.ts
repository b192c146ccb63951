import type { BookDto } from '#contract/books'
import type { OfferedReleaseDto, ReleaseSearchDto, SourcesDto } from '#contract/fulfilment'
import type { CurrentUser } from '#server/domain/auth/auth.types'
import type { ReleaseSource } from '#server/domain/integrations/integrations.types'
import { notRequested, searchUnknown } from '#server/domain/fulfilment/fulfilment.errors'
import { awaitedRelease } from '#server/domain/fulfilment/transitions.rules'
import type { GrabsRepository } from '#server/domain/fulfilment/grab/grabs.repository'
import { keyOf } from './rank.service'
import { isFresh } from './release-search.rules'
import type { ReleaseSearch } from './release-search.service'
import type { ReleaseSearchRepository } from './release-search.repository'
import type { StoredSearch, WantedRecording } from './release-search.types'
import type { ReleasesRepository } from './releases.repository'
import { showAnswers, showRelease, showSearch } from './release-list.rules'

/** Searches that are listed. */
const LISTED = 20

export interface ReleaseListDependencies {
  searches: ReleaseSearchRepository
  releases: ReleasesRepository
  grabs: Pick<GrabsRepository, 'list'>
  releaseSearch: Pick<ReleaseSearch, 'start'>
  source: Pick<ReleaseSource, 'configured' | 'notReady' | 'ttl'>
  /** Whether this person may know of a book. */
  canSee: (user: CurrentUser, asin: string) => Promise<boolean>
  /** A book as this person sees it. */
  showBook: (user: CurrentUser, asin: string) => Promise<BookDto>
  clock: () => Date
}

export interface ReleaseListOptions {
  /** Whether no search is to begin. */
  onlyCached: boolean
  /** A former search instead of the newest one. */
  searchId?: string | undefined
  /** Called before a search begins; what it throws prevents it. */
  admit?: () => Promise<void>
}

export type ReleaseList = ReturnType<typeof createReleaseList>

/** Shows what searches for releases have found. */
export function createReleaseList(dependencies: ReleaseListDependencies) {
  const { searches, releases, grabs, releaseSearch, source, canSee, showBook, clock } = dependencies

  /** @throws AppError `not_requested`, `source.notReady`. */
  async function bookOf(asin: string, known = true): Promise<WantedRecording> {
    const book = known && (await searches.isRequested(asin)) ? await searches.findBook(asin) : null
    if (!book) throw notRequested('Nobody has asked for this audiobook.')
    if (!(await source.configured())) throw source.notReady()
    return book
  }

  /** The search to show; one begins unless a fresh one is kept or the book is not out yet. */
  async function searchFor(
    user: CurrentUser,
    book: WantedRecording,
    options: ReleaseListOptions,
  ): Promise<{ search: StoredSearch | null; remark: string | null }> {
    const { onlyCached, searchId, admit } = options
    if (searchId !== undefined) {
      const search = await searches.find(searchId)
      if (search?.asin !== book.asin) throw searchUnknown('This search is not kept any more.')
      return { search, remark: null }
    }
    const day = awaitedRelease(book.releaseDate, clock())
    if (onlyCached || day) {
      const remark = day && `It comes out on ${book.releaseDate} and is not looked for before.`
      return { search: await searches.findNewest(book.asin), remark }
    }
    return { search: await releaseSearch.start(book, { actor: user.username, admit }), remark: null }
  }

  async function stateOf(
    book: WantedRecording,
    search: StoredSearch | null,
    chosen: boolean,
  ): Promise<SourcesDto['state']> {
    if (search === null) return 'uncached'
    const now = clock()
    if (search.state === 'running') {
      return search.leaseUntil !== null && search.leaseUntil > now ? 'querying' : 'uncached'
    }
    const freshness = { ttl: await source.ttl(), now, notBefore: book.correctedAt ?? undefined }
    return chosen || isFresh(search, freshness) ? 'ok' : 'uncached'
  }

  async function offered(asin: string, search: StoredSearch | null): Promise<OfferedReleaseDto[]> {
    if (search === null) return []
    const [found, blocked, former] = await Promise.all([
      releases.list(search.id),
      releases.listBlocked(asin),
      grabs.list(asin),
    ])
    const refused = new Set(blocked.map(({ guid, indexerId }) => keyOf(guid, indexerId)))
    // The newest one of each release counts.
    const grabbed = new Map(former.toReversed().map((grab) => [keyOf(grab.guid, grab.indexerId), grab.state]))
    return found.map((release) => {
      const key = keyOf(release.facts.guid, release.facts.indexer_id)
      return { ...showRelease(release), blocked: refused.has(key), grab: grabbed.get(key) ?? null }
    })
  }

  return {
    /**
     * What is known so far of a book's releases.
     * @throws AppError `not_requested`, `source.notReady`, `search_unknown`, or what `options.admit` does.
     */
    async list(user: CurrentUser, asin: string, options: ReleaseListOptions): Promise<SourcesDto> {
      const wanted = await bookOf(asin)
      const { search, remark } = await searchFor(user, wanted, options)
      const [state, book, sources] = await Promise.all([
        stateOf(wanted, search, options.searchId !== undefined),
        showBook(user, asin),
        offered(asin, search),
      ])
      return {
        state,
        book,
        sources,
        error_message: remark ?? search?.error ?? null,
        search_id: search?.id ?? null,
        searched_at: search?.finishedAt?.toISOString() ?? null,
        indexers: search ? showAnswers(search) : [],
      }
    },

    /**
     * The searches that were made for a book, newest first.
     * @throws AppError `not_requested`.
     */
    async history(asin: string): Promise<ReleaseSearchDto[]> {
      if (!(await searches.isRequested(asin))) throw notRequested('Nobody has asked for this audiobook.')
      return (await searches.list(asin, LISTED)).map(showSearch)
    },

    /**
     * Begins a search in the background unless a fresh one is kept; a book that is not out yet is not looked for.
     * @param force whether what is kept will not do.
     * @throws AppError `not_requested`, `source.notReady`.
     */
    async refresh(user: CurrentUser, asin: string, force: boolean): Promise<void> {
      const book = await bookOf(asin, await canSee(user, asin))
      const now = clock()
      if (awaitedRelease(book.releaseDate, now)) return
      await releaseSearch.start(book, { actor: user.username, notBefore: force ? now : undefined })
    },
  }
}
