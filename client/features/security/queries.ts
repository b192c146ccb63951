import { useMutation, useQuery, useQueryCache } from '@pinia/colada'
import { toValue, type MaybeRefOrGetter } from 'vue'
import type { AuditKind, AuditListDto } from '#contract/audit'
import { useHttp } from '#client/app/connection'
import type { BodyOf } from '#client/app/operations'
import { KEYS } from '#client/app/query-keys'
import { refetch } from '#client/app/refetch'

export type SecurityChange = BodyOf<'patchSecurity'>

interface AuditView {
  kind: AuditKind | null
  limit: number
  offset: number
}

/** How people sign in. */
export function useSecurity() {
  const http = useHttp()
  return useQuery({
    key: [KEYS.security, 'settings'],
    query: ({ signal }) => http.call('getSecurity', { signal }),
  })
}

/** Whether the provider fits the settings, and what to enter at it. */
export function useProviderCheck() {
  const http = useHttp()
  return useQuery({
    key: [KEYS.security, 'check'],
    query: ({ signal }) => http.call('checkOidc', { signal }),
  })
}

/** Changing how people sign in; what depends on it is refetched. */
export function useSecurityChange() {
  const http = useHttp()
  const cache = useQueryCache()
  return useMutation({
    mutation: (body: SecurityChange) => http.call('patchSecurity', { body }),
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
  const http = useHttp()
  const cache = useQueryCache()
  return useMutation({
    mutation: (apiKeys: boolean) => http.call('endAllSessions', { query: { api_keys: apiKeys } }),
    onSettled: () => {
      for (const key of [KEYS.users, KEYS.apiKeys]) void refetch(cache, { key: [key] })
      return refetch(cache, { key: [KEYS.account] })
    },
  })
}

/** One page of what happened to accounts. The page before stays while the next one loads. */
export function useAudit(view: MaybeRefOrGetter<AuditView>) {
  const http = useHttp()
  return useQuery<AuditListDto>(() => {
    const asked = toValue(view)
    return {
      key: [KEYS.audit, asked.kind, asked.limit, asked.offset],
      query: ({ signal }) => http.call('listAudit', { query: asked, signal }),
      placeholderData: (before) => before,
    }
  })
}
