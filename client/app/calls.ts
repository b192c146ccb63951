import { useMutation, useQuery, useQueryCache, type EntryKey, type UseQueryReturn } from '@pinia/colada'
import { useHttp } from './connection'
import type { Http } from './http'
import type { AnswerOf, CallOf, OperationName } from './operations'
import { refetch } from './refetch'

interface Kept<Answer> {
  /** What a change names to have the answer fetched again; what is asked for is added. */
  key: EntryKey
  /** Whether the answer before stays while the next one loads. */
  stays?(before: Answer): boolean
  /** Whether it is asked for at all; unless given, it is. */
  enabled?: boolean
  /** How long the answer is good for, in ms. */
  staleTime?: number
}

/** The answer of an operation, which is kept and fetched again when something makes it stale. */
export function useAnswer<N extends OperationName>(
  name: N,
  asked: () => Kept<AnswerOf<N>> & Omit<CallOf<N>, 'signal'>,
): UseQueryReturn<AnswerOf<N>>
export function useAnswer(
  name: OperationName,
  asked: () => Kept<unknown> & { params?: unknown; query?: unknown; body?: unknown },
): unknown {
  const http = useHttp()
  return useQuery<unknown>(() => {
    const { key, stays, params, query, body, ...options } = asked()
    return {
      ...options,
      key: [...key, JSON.stringify([params, query, body])],
      query: async ({ signal }) => (await http.send(name, { params, query, body, signal })).data,
      placeholderData: (before: unknown) => (before !== undefined && stays?.(before) ? before : undefined),
    }
  })
}

/**
 * Something that changes what was answered.
 * @param run calls the operation
 * @param stale keys of the answers to fetch again; only the last one is waited for
 */
export function useChange<Result, Given = void>(
  run: (call: Http['call'], given: Given) => Promise<Result>,
  ...stale: EntryKey[]
) {
  const { call } = useHttp()
  const cache = useQueryCache()
  return useMutation({
    mutation: (given: Given) => run(call, given),
    onSettled: async () => {
      await stale.map((key) => refetch(cache, { key })).at(-1)
    },
  })
}
