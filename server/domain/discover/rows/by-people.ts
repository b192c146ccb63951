import { recommendedBecause } from '#contract/discover'
import type { RowRequest, Group, RowDriver, RowSources } from '#server/domain/discover/discover.types'
import { groupsInTime } from '#server/domain/discover/groups-in-time'
import { favourites, namedIn, understood, type Own } from '#server/domain/discover/taste.rules'

type PeopleRole = 'authors' | 'narrators'

/** How many of a person's latest books count as their taste. */
export const OWN_BOOKS = 60
/** Each is one catalogue call, cached for hours. */
const MAX_PEOPLE = 8

/** An author's or narrator's books in the catalogue, bestsellers first. */
export async function byPerson(
  { lists }: RowSources,
  { region, limit }: RowRequest,
  own: readonly Own[],
  role: PeopleRole,
  name: string,
): Promise<Group> {
  const of = role === 'authors' ? { author: name } : { narrator: name }
  const found = await lists.list({ region, sort: 'bestsellers', of, page: 0 })
  return {
    reason:
      role === 'authors'
        ? recommendedBecause('author', { author: name })
        : recommendedBecause('narrator', { narrator: name }),
    books: understood(namedIn(found, role, name), own).slice(0, limit),
  }
}

/** More books by the people whom someone requested most. */
export const byPeople = (role: PeopleRole): RowDriver => ({
  onlyNew: true,

  isFilled: async ({ local }, { id }) => (await local.own(id, 1)).length > 0,

  async groups(sources, request) {
    const own = await sources.local.own(request.user.id, OWN_BOOKS)
    const names = favourites(own, role, MAX_PEOPLE)
    return groupsInTime(names.map((name) => byPerson(sources, request, own, role, name)))
  },
})
