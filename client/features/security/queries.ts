import { useMutation, useQuery, useQueryCache } from '@pinia/colada'
import type { MaybeRefOrGetter } from 'vue'
import { toValue } from 'vue'
import type { AuditListDto } from '#contract/audit'
import { useHttp } from '#client/app/connection'
import type { AuditView, SecurityChange } from './calls'
import { securityApi } from './calls'
import { KEYS } from '#client/app/query-keys'
import { refetch } from '#client/app/refetch'

/** How people sign in. */
export function useSecurity() {
  const api = securityApi(useHttp())
  return useQuery({ key: [KEYS.security, 'settings'], query: ({ signal }) => api.read(signal) })
}

/** Whether the provider fits the settings, and what to enter at it. */
export function useProviderCheck() {
  const api = securityApi(useHttp())
  return useQuery({ key: [KEYS.security, 'check'], query: ({ signal }) => api.checkProvider(signal) })
}

/** Changing how people sign in; what depends on it is refetched. */
export function useSecurityChange() {
  const api = securityApi(useHttp())
  const cache = useQueryCache()
  return useMutation({
    mutation: (body: SecurityChange) => api.change(body),
    onSettled: (_data, _error, body) => {
      // Asking the provider takes a while; nobody has to wait for it.
      if (Object.keys(body).some((name) => name.startsWith('oidc_'))) {
        void refetch(cache, { key: [KEYS.security, 'check'] })
      }
      return refetch(cache, { key: [KEYS.security, 'settings'] })
    },
  })
}

/** Signing everybody out but this browser, and revoking all API keys where that is wanted. */
export function useSigningEveryoneOut() {
  const api = securityApi(useHttp())
  const cache = useQueryCache()
  return useMutation({
    mutation: (apiKeys: boolean) => api.endAllSessions(apiKeys),
    onSettled: () => {
      for (const key of [KEYS.users, KEYS.apiKeys]) void refetch(cache, { key: [key] })
      return refetch(cache, { key: [KEYS.account] })
    },
  })
}

/** One page of what happened to accounts. The page before stays while the next one loads. */
export function useAudit(view: MaybeRefOrGetter<AuditView>) {
  const api = securityApi(useHttp())
  return useQuery<AuditListDto>(() => {
    const asked = toValue(view)
    return {
      key: [KEYS.audit, asked.kind, asked.limit, asked.offset],
      query: ({ signal }) => api.audit(asked, signal),
      placeholderData: (before) => before,
    }
  })
}
