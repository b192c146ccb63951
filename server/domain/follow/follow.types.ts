import type { Region } from '#contract/common'
import type { FollowKind } from '#contract/follows'

/** A series or person in the catalogue of a region. */
export interface Followed {
  /** Composed of `kind`, `region` and `key`. */
  id: string
  kind: FollowKind
  region: Region
  /** The ASIN of a series, or the folded name of a person. */
  key: string
  name: string
}

/** One person's subscription to a series or person. */
export interface Follow {
  id: string
  followed: Followed
  requests: boolean
  since: Date
}

export interface Follower {
  userId: string
  requests: boolean
}
