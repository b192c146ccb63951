import type { BookDetailsDto, SearchIssueDto } from '#contract/books'
import type { Region } from '#contract/common'
import type { CurrentUser } from '#server/domain/auth/auth.types'
import type { CatalogueBook } from '#server/domain/catalogue/catalogue.types'
import type { Timeline } from '#server/domain/fulfilment/fulfilment.types'
import { isHandMade } from './hand-made.rules'
import { presentBook } from './presentation'
import type { RequestListRepository } from './request-list.repository'
import { notInRegion, notRequested } from './requests.errors'
import type { RequestsRepository } from './requests.repository'
import { nextTryOf, type Outlook } from './requests.rules'
import type { StoredBook } from './requests.types'
import { timelineFor } from './timeline-view.rules'
import { visibilityOf, type CanSee } from './visibility'

export interface BookDetailsDependencies {
  repository: Pick<RequestsRepository, 'findBook'>
  lists: Pick<RequestListRepository, 'states'>
  timeline: Pick<Timeline, 'list'>
  canSee: CanSee
  outlook: () => Promise<Outlook>
  /** Why no book can be looked for; null where that is possible. */
  searchIssue: () => Promise<SearchIssueDto | null>
  catalogue: { book(asin: string, region: Region): Promise<CatalogueBook | null> }
  config: { baseUrl: string; defaultRegion: Region }
  clock: () => Date
}

/** Everything known about one book. */
export function createBookDetails(dependencies: BookDetailsDependencies) {
  const { repository, lists, timeline, canSee, outlook, searchIssue, catalogue, config, clock } = dependencies

  /** A book that nobody here has asked for yet. @throws AppError `not_in_region`, or those of the catalogue. */
  async function fromCatalogue(asin: string, region: Region): Promise<StoredBook> {
    const book = await catalogue.book(asin, region)
    if (book === null) {
      throw notInRegion(
        `Nobody here has asked for ${asin}, and the catalogue does not have it in the region ${region}.`,
      )
    }
    return { ...book, handMadeBy: null, info: null }
  }

  return {
    /**
     * A book as it is kept here, else as the catalogue has it: with the requests this person may see, where it
     * stands and what happened.
     * @param region where the catalogue is asked; the default one where it is left out.
     * @throws AppError `not_in_region` or `not_requested` where there is none, or those of the catalogue.
     */
    async find(user: CurrentUser, asin: string, region = config.defaultRegion): Promise<BookDetailsDto> {
      const visibility = visibilityOf(user)
      const [kept, states, entries] = await Promise.all([
        repository.findBook(asin),
        lists.states(visibility, [asin]),
        timeline.list(asin),
      ])
      const state = states.get(asin)
      if (isHandMade(asin) && (kept === null || !(await canSee(user, asin)))) {
        throw notRequested(`There is no hand-made request ${asin} that you may see.`)
      }
      const book = kept ?? (await fromCatalogue(asin, region))
      const { username } = user
      const looking = await outlook()
      const options = { state, username, baseUrl: config.baseUrl, now: clock(), outlook: looking }
      const issue = await searchIssue()
      const nextTryAt = nextTryOf(state?.fulfilment ?? null, looking)
      return {
        ...presentBook(book, options),
        summary: book.summary,
        info: book.info,
        hand_made_by: book.handMadeBy,
        stopped: state?.fulfilment?.stopped ?? false,
        search_issue: issue && (visibility.everyone ? issue : { ...issue, settings: [] }),
        timeline: timelineFor({ username, everyone: visibility.everyone }, entries, nextTryAt),
      }
    },
  }
}
