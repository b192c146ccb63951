import { useMutation, useQuery, useQueryCache, type EntryKey, type UseQueryReturn } from '@pinia/colada'
import { computed } from 'vue'
import { useHttp } from './connection'
import type { Http } from './http'
import type { AnswerOf, CallOf, OperationName } from './operations'
import { refetch } from './refetch'
import { useSessionStore } from './session'

interface QueryOptions<Answer> {
  /** The key by which changes invalidate the response; the request's arguments are added to it. */
  key: EntryKey
  /** Whether the previous response stays while the next one loads. */
  keepsPrevious?(previous: Answer): boolean
  /** Whether to make the call; true by default. */
  enabled?: boolean
  /** Milliseconds for which the response stays fresh. */
  staleTime?: number
}

/** The response of an operation, cached and refetched when something invalidates it. */
export function useApiQuery<N extends OperationName>(
  name: N,
  options: () => QueryOptions<AnswerOf<N>> & Omit<CallOf<N>, 'signal'>,
): UseQueryReturn<AnswerOf<N>>
export function useApiQuery(
  name: OperationName,
  options: () => QueryOptions<unknown> & { params?: unknown; query?: unknown; body?: unknown },
): unknown {
  const http = useHttp()
  return useQuery<unknown>(() => {
    const { key, keepsPrevious, params, query, body, ...rest } = options()
    return {
      ...rest,
      key: [...key, JSON.stringify([params, query, body])],
      query: async ({ signal }) => (await http.send(name, { params, query, body, signal })).data,
      placeholderData: (previous: unknown) =>
        previous !== undefined && keepsPrevious?.(previous) ? previous : undefined,
    }
  })
}

/** Keys responses by user, because someone else may sign in on the same page. */
export function useOwnKey(key: readonly string[]) {
  const session = useSessionStore()
  return () => ({ key: [...key, session.user?.username ?? ''] })
}

/**
 * A call that changes data.
 * @param run calls the operation
 * @param stale keys of the responses to refetch; only the last one is awaited
 */
export function useChange<Result, Given = void>(
  run: (call: Http['call'], given: Given) => Promise<Result>,
  ...stale: EntryKey[]
) {
  const { call } = useHttp()
  const cache = useQueryCache()
  const change = useMutation({
    mutation: (given: Given) => run(call, given),
    onSettled: async () => {
      await stale.map((key) => refetch(cache, { key })).at(-1)
    },
  })
  return { ...change, busy: computed(() => change.asyncStatus.value === 'loading') }
}
