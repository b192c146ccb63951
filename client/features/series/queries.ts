import { useQuery } from '@pinia/colada'
import { toValue, type MaybeRefOrGetter } from 'vue'
import type { Region } from '#contract/common'
import type { SeriesDto } from '#contract/series'
import { useChange } from '#client/app/calls'
import { useHttp } from '#client/app/connection'
import type { BodyOf } from '#client/app/operations'
import { KEYS, staleRequests } from '#client/app/query-keys'

/** The response shared by the pages of a series and of a book, so that a request shows in both. */
export interface FoundSeries {
  series: SeriesDto[]
  /** The error code that made this response stale; null if it is current. */
  stale: string | null
}

interface Named {
  asin: string
  /** null: the person’s own. */
  region: Region | null
}

/** A series with its books in order. */
export function useSeries(named: MaybeRefOrGetter<Named>) {
  const http = useHttp()
  return useQuery<FoundSeries>(() => {
    const { asin, region } = toValue(named)
    return {
      key: [KEYS.series, asin, region],
      query: async ({ signal }) => {
        const call = { params: { asin }, query: { region }, signal }
        const { data, headers } = await http.callWithHeaders('getSeries', call)
        return { series: [data], stale: headers.get('x-catalogue-stale') }
      },
    }
  })
}

/** The series of a book, each with the neighbouring books. */
export function useSeriesOfBook(book: MaybeRefOrGetter<Named>) {
  const http = useHttp()
  return useQuery<FoundSeries>(() => {
    const { asin, region } = toValue(book)
    return {
      key: [KEYS.series, 'of', asin, region],
      query: async ({ signal }) => ({
        series: await http.call('listBookSeries', { params: { asin }, query: { region }, signal }),
        stale: null,
      }),
    }
  })
}

/** Requests many books at once; returns the result for each. */
export function useRequestMany() {
  return useChange(
    (call, body: BodyOf<'requestMany'>) => call('requestMany', { body }),
    ...staleRequests(KEYS.series),
  )
}
