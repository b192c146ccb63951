import type { Row } from '#server/db/tables'

/** A series or person in the catalogue of a region. */
export type Followed = Pick<Row<'followed'>, 'id' | 'kind' | 'region' | 'key' | 'name'>

/** One person's subscription to a series or person. */
export interface Follow extends Pick<Row<'follows'>, 'id' | 'requests' | 'since'> {
  followed: Followed
}

export type Follower = Pick<Row<'follows'>, 'userId' | 'requests'>
