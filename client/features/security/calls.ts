import type { AuditKind, listAudit } from '#contract/audit'
import type { checkOidc } from '#contract/oidc'
import type { endAllSessions, getSecurity, patchSecurity, patchSecurityBody } from '#contract/security'
import type { listNotices } from '#contract/system'
import type { z } from 'zod'
import type { Http } from '#client/app/http'

export type SecurityChange = z.input<typeof patchSecurityBody>

export interface AuditView {
  kind: AuditKind | null
  limit: number
  offset: number
}

/** Calls about how people get in, and what administrators should know about it. */
export function securityApi(http: Http) {
  return {
    read: (signal: AbortSignal) =>
      http.call<typeof getSecurity>({ method: 'GET', path: '/api/settings/security', signal }),
    change: (body: SecurityChange) =>
      http.callForNothing<typeof patchSecurity>({ method: 'PATCH', path: '/api/settings/security', body }),
    endAllSessions: (apiKeys: boolean) =>
      http.callForNothing<typeof endAllSessions>({
        method: 'DELETE',
        path: '/api/settings/security/sessions',
        query: apiKeys ? { api_keys: 'true' } : {},
      }),
    /** Asks the provider, which may take some seconds. */
    checkProvider: (signal: AbortSignal) =>
      http.call<typeof checkOidc>({ method: 'GET', path: '/api/settings/security/oidc', signal }),
    audit: ({ kind, limit, offset }: AuditView, signal: AbortSignal) =>
      http.call<typeof listAudit>({
        method: 'GET',
        path: '/api/audit',
        query: { limit: String(limit), offset: String(offset), ...(kind ? { kind } : {}) },
        signal,
      }),
    notices: (signal: AbortSignal) =>
      http.call<typeof listNotices>({ method: 'GET', path: '/api/system/notices', signal }),
  }
}
