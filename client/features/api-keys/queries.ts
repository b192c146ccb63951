import { toValue, type MaybeRefOrGetter } from 'vue'
import { useAnswer, useChange } from '#client/app/calls'
import { KEYS } from '#client/app/query-keys'

interface UserApiKeysView {
  q: string
  limit: number
  offset: number
}

/** A page of everyone's API keys. */
export function useUserApiKeys(view: MaybeRefOrGetter<UserApiKeysView>) {
  return useAnswer('listUserApiKeys', () => ({
    key: [KEYS.apiKeys],
    query: toValue(view),
    stays: () => true,
  }))
}

/** Revokes anyone's key. */
export function useRevokingApiKeys() {
  const stale = [[KEYS.users], [KEYS.account], [KEYS.apiKeys]]
  return useChange((call, id: string) => call('revokeApiKey', { params: { id } }), ...stale)
}
