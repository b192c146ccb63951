import { toValue, type MaybeRefOrGetter } from 'vue'
import { useApiQuery, useChange, useOwnKey } from '#client/app/calls'
import type { BodyOf, QueryOf } from '#client/app/operations'
import { KEYS } from '#client/app/query-keys'

const OWN = [KEYS.account, 'keys']

/** The person's API keys. */
export const useApiKeys = () => useApiQuery('listApiKeys', useOwnKey(OWN))

/** Creates, toggles and deletes the person's API keys. */
export function useApiKeyChanges() {
  return {
    create: useChange((call, body: BodyOf<'createApiKey'>) => call('createApiKey', { body }), OWN),
    toggle: useChange((call, id: string) => call('toggleApiKey', { params: { id } }), OWN),
    remove: useChange((call, id: string) => call('deleteApiKey', { params: { id } }), OWN),
  }
}

/** A page of everyone's API keys. */
export function useUserApiKeys(view: MaybeRefOrGetter<QueryOf<'listUserApiKeys'>>) {
  return useApiQuery('listUserApiKeys', () => ({
    key: [KEYS.apiKeys],
    query: toValue(view),
    keepsPrevious: () => true,
  }))
}

/** Revokes anyone's key. */
export function useRevokingApiKeys() {
  const stale = [[KEYS.users], [KEYS.account], [KEYS.apiKeys]]
  return useChange((call, id: string) => call('revokeApiKey', { params: { id } }), ...stale)
}
