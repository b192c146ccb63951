import type { RowKind } from '#contract/discover'
import type { RowDriver } from './discover.types'
import { added } from './rows/added'
import { bestsellers } from './rows/bestsellers'
import { byPeople } from './rows/by-people'
import { followed } from './rows/followed'
import { forYou } from './rows/for-you'
import { newReleases } from './rows/new-releases'
import { popular } from './rows/popular'
import { recent } from './rows/recent'

/** Every kind of row. */
export const ROWS: Readonly<Record<RowKind, RowDriver>> = {
  user: forYou,
  followed,
  authors: byPeople('authors'),
  narrators: byPeople('narrators'),
  popular,
  recent,
  added,
  bestsellers,
  new_releases: newReleases,
}
