import { useMutation, useQueryCache } from '@pinia/colada'
import { toValue, type MaybeRefOrGetter } from 'vue'
import { useApiQuery, useChange } from '#client/app/calls'
import { useHttp } from '#client/app/connection'
import type { BodyOf, QueryOf } from '#client/app/operations'
import { KEYS } from '#client/app/query-keys'
import { refetch } from '#client/app/refetch'

export type SecurityChange = BodyOf<'patchSecurity'>

const SETTINGS = [KEYS.security, 'settings']
const CHECK = [KEYS.security, 'check']

/** The sign-in settings. */
export const useSecurity = () => useApiQuery('getSecurity', () => ({ key: SETTINGS }))

/** Whether the provider matches the settings, and what to enter there. */
export const useProviderCheck = () => useApiQuery('checkOidc', () => ({ key: CHECK }))

/** Changes the sign-in settings; refetches what depends on them. */
export function useSecurityChange() {
  const http = useHttp()
  const cache = useQueryCache()
  return useMutation({
    mutation: (body: SecurityChange) => http.call('patchSecurity', { body }),
    onSettled: (_data, _error, body) => {
      // The provider takes a while to answer, so nothing waits for it.
      if (Object.keys(body).some((name) => name.startsWith('oidc_'))) void refetch(cache, { key: CHECK })
      return refetch(cache, { key: SETTINGS })
    },
  })
}

/** Signs everyone out except this browser, optionally revoking all API keys. */
export function useSigningEveryoneOut() {
  return useChange(
    (call, apiKeys: boolean) => call('endAllSessions', { query: { api_keys: apiKeys } }),
    [KEYS.users],
    [KEYS.apiKeys],
    [KEYS.account],
  )
}

/** A page of the audit log. */
export function useAudit(view: MaybeRefOrGetter<QueryOf<'listAudit'>>) {
  return useApiQuery('listAudit', () => ({
    key: [KEYS.audit],
    query: toValue(view),
    keepsPrevious: () => true,
  }))
}
