import { useMutation, useQuery, useQueryCache } from '@pinia/colada'
import { toValue, type MaybeRefOrGetter } from 'vue'
import type { UserApiKeyListDto } from '#contract/api-keys'
import { useHttp } from '#client/app/connection'
import { KEYS } from '#client/app/query-keys'
import { refetch } from '#client/app/refetch'

interface UserApiKeysView {
  q: string
  limit: number
  offset: number
}

/** One page of everybody's API keys. The page before stays while the next one loads. */
export function useUserApiKeys(view: MaybeRefOrGetter<UserApiKeysView>) {
  const http = useHttp()
  return useQuery<UserApiKeyListDto>(() => {
    const asked = toValue(view)
    return {
      key: [KEYS.apiKeys, asked.q, asked.limit, asked.offset],
      query: ({ signal }) => http.call('listUserApiKeys', { query: asked, signal }),
      placeholderData: (before) => before,
    }
  })
}

/** Revoking a key of anybody. */
export function useRevokingApiKeys() {
  const http = useHttp()
  const cache = useQueryCache()
  return useMutation({
    mutation: (id: string) => http.call('revokeApiKey', { params: { id } }),
    onSettled: () => {
      for (const key of [KEYS.users, KEYS.account]) void refetch(cache, { key: [key] })
      return refetch(cache, { key: [KEYS.apiKeys] })
    },
  })
}
