import { recommendedBecause } from '#contract/discover'
import type { Asked, Group, RowDriver, RowSources } from '#server/domain/discover/discover.types'
import { groupsInTime } from '#server/domain/discover/groups-in-time'
import { favourites, namedIn, understood, type Own } from '#server/domain/discover/taste.rules'

type PeopleRole = 'authors' | 'narrators'

/** How many of somebody's books say what they like, the newest ones. */
export const OWN_BOOKS = 60
/** Each is one question to the catalogue, which is cached for hours. */
const MOST_PEOPLE = 8

/** The books of a person in the catalogue, bestsellers first. */
export async function byPerson(
  { lists }: RowSources,
  { region, limit }: Asked,
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

/** More by the people whom somebody requested most. */
export const byPeople = (role: PeopleRole): RowDriver => ({
  onlyNew: true,

  isFilled: async ({ local }, { id }) => (await local.own(id, 1)).length > 0,

  async groups(sources, asked) {
    const own = await sources.local.own(asked.user.id, OWN_BOOKS)
    const names = favourites(own, role, MOST_PEOPLE)
    return groupsInTime(names.map((name) => byPerson(sources, asked, own, role, name)))
  },
})
