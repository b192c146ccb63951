import type { Region } from '#contract/common'
import { useChange } from '#client/app/calls'
import type { BodyOf } from '#client/app/operations'
import { KEYS } from '#client/app/query-keys'

/** Wishes of one person in a book. */
interface GivenWishes {
  asin: string
  wishes: NonNullable<BodyOf<'changeWishes'>>
  /** Where the book is requested with them; left out where it is already. */
  region?: Region
}

/** Requests a book with wishes, or changes those of the own request. */
export function useWishes() {
  return useChange(
    async (call, { asin, wishes, region }: GivenWishes) => {
      if (region) await call('createRequest', { params: { asin }, query: { region }, body: { wishes } })
      else await call('changeWishes', { params: { asin }, body: wishes })
    },
    [KEYS.requests],
    [KEYS.search],
    [KEYS.series],
    [KEYS.quota],
    [KEYS.books],
  )
}
