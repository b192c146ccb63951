import { useMutation, useQuery, useQueryCache } from '@pinia/colada'
import type { MaybeRefOrGetter } from 'vue'
import { toValue } from 'vue'
import type { UserApiKeyListDto } from '#contract/api-keys'
import type { UserApiKeysView } from './calls'
import { userApiKeysApi } from './calls'
import { useHttp } from '#client/app/connection'
import { KEYS } from '#client/app/query-keys'
import { refetch } from '#client/app/refetch'

/** One page of everybody's API keys. The page before stays while the next one loads. */
export function useUserApiKeys(view: MaybeRefOrGetter<UserApiKeysView>) {
  const api = userApiKeysApi(useHttp())
  return useQuery<UserApiKeyListDto>(() => {
    const asked = toValue(view)
    return {
      key: [KEYS.apiKeys, asked.q, asked.limit, asked.offset],
      query: ({ signal }) => api.list(asked, signal),
      placeholderData: (before) => before,
    }
  })
}

/** Revoking a key of anybody. */
export function useRevokingApiKeys() {
  const api = userApiKeysApi(useHttp())
  const cache = useQueryCache()
  return useMutation({
    mutation: api.revoke,
    onSettled: () => {
      for (const key of [KEYS.users, KEYS.account]) void refetch(cache, { key: [key] })
      return refetch(cache, { key: [KEYS.apiKeys] })
    },
  })
}
