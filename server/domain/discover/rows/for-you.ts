import { recommendedBecause } from '#contract/discover'
import { isHandMade } from '#server/domain/hand-made-id.rules'
import type { RowRequest, Group, RowDriver, RowSources } from '#server/domain/discover/discover.types'
import { groupsInTime } from '#server/domain/discover/groups-in-time'
import {
  favourites,
  following,
  ownSeries,
  understood,
  type Own,
  type OwnSeries,
} from '#server/domain/discover/taste.rules'
import { byPerson, OWN_BOOKS } from './by-people'

/** Maximum for each kind of reason; each one is a catalogue call, cached for hours. */
const MAX_REASONS = { series: 4, authors: 4, narrators: 3, similar: 4 }

/**
 * What a person may like, based on their requests: the next book in a series, books by the same people, and
 * similar books.
 */
export const forYou: RowDriver = {
  onlyNew: true,

  isFilled: async ({ local }, { id }) => (await local.own(id, 1)).length > 0,

  async groups(sources, request) {
    const own = await sources.local.own(request.user.id, OWN_BOOKS)
    const known = own.filter(({ asin }) => !isHandMade(asin))
    return groupsInTime([
      ...ownSeries(known, MAX_REASONS.series).map((series) => nextIn(sources, series)),
      ...favourites(own, 'authors', MAX_REASONS.authors).map((name) =>
        byPerson(sources, request, own, 'authors', name),
      ),
      ...known.slice(0, MAX_REASONS.similar).map((book) => similarTo(sources, request, own, book)),
      ...favourites(own, 'narrators', MAX_REASONS.narrators).map((name) =>
        byPerson(sources, request, own, 'narrators', name),
      ),
    ])
  },
}

async function nextIn({ lists }: RowSources, series: OwnSeries): Promise<Group> {
  const { asin, region } = series.last
  const books = await lists.similar({ asin, region, likeness: 'next_in_series' })
  return {
    reason: recommendedBecause('next_in_series', { series: series.series }),
    books: following(books, series),
    most: 1,
  }
}

async function similarTo(
  { lists }: RowSources,
  { limit }: RowRequest,
  own: readonly Own[],
  { asin, region, title }: Own,
): Promise<Group> {
  const books = await lists.similar({ asin, region, likeness: 'similar' })
  return { reason: recommendedBecause('similar', { title }), books: understood(books, own).slice(0, limit) }
}
