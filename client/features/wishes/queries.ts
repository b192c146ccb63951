import type { Region } from '#contract/common'
import { useChange } from '#client/app/calls'
import type { BodyOf } from '#client/app/operations'
import { KEYS, staleRequests } from '#client/app/query-keys'

/** One person's wishes for a book. */
interface GivenWishes {
  asin: string
  wishes: NonNullable<BodyOf<'changeWishes'>>
  /** The region, for a new request; omitted if there is one already. */
  region?: Region
}

/** Requests a book with wishes, or changes those of the existing request. */
export function useWishes() {
  return useChange(
    async (call, { asin, wishes, region }: GivenWishes) => {
      if (region) await call('createRequest', { params: { asin }, query: { region }, body: { wishes } })
      else await call('changeWishes', { params: { asin }, body: wishes })
    },
    ...staleRequests(KEYS.books),
  )
}
