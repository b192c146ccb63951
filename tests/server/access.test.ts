import { expect, it } from 'vitest'
import type { Access } from '#contract/operation'
import { operations } from '#contract/operations'
import { apiFiles } from '#tests/support/routes'

/**
 * Who may call what, written down a second time on purpose: an operation that opens up by mistake, or is new,
 * has to be changed here as well.
 */
const ACCESS: Record<Access, string[]> = {
  public: [
    'GET /api/health',
    'GET /api/session',
    'POST /api/auth/login',
    'POST /api/auth/oidc/takeover',
    'POST /api/init',
  ],
  any: [
    'DELETE /api/requests/manual/{id}',
    'DELETE /api/requests/{asin}',
    'DELETE /api/settings/account/api-keys/{id}',
    'DELETE /api/settings/account/notifications/{id}',
    'DELETE /api/settings/account/sessions',
    'DELETE /api/settings/account/sessions/{id}',
    'GET /api/books/{asin}',
    'GET /api/covers/{asin}',
    'GET /api/events',
    'GET /api/requests',
    'GET /api/requests/counts',
    'GET /api/requests/manual',
    'GET /api/search',
    'GET /api/search/suggestions',
    'GET /api/settings/account',
    'GET /api/settings/account/api-keys',
    'GET /api/settings/account/notifications',
    'GET /api/settings/account/notifications/deliveries',
    'GET /api/settings/account/notifications/deliveries/{id}',
    'GET /api/settings/account/notifications/kinds',
    'GET /api/settings/account/sessions',
    'GET /api/users/me',
    'GET /api/v1/auth/me',
    'GET /api/v1/request',
    'GET /api/v1/request/count',
    'PATCH /api/settings/account',
    'PATCH /api/settings/account/api-keys/{id}/toggle',
    'PATCH /api/settings/account/notifications/{id}/enable',
    'POST /api/auth/logout',
    'POST /api/requests/manual',
    'POST /api/requests/{asin}',
    'POST /api/requests/{asin}/arrived',
    'POST /api/settings/account/api-keys',
    'POST /api/settings/account/notifications',
    'POST /api/settings/account/notifications/deliveries/{id}/resend',
    'POST /api/settings/account/notifications/preview',
    'POST /api/settings/account/notifications/test',
    'POST /api/settings/account/notifications/{id}/resend-failed',
    'POST /api/settings/account/notifications/{id}/test',
    'PUT /api/requests/manual/{id}',
    'PUT /api/settings/account/notifications/{id}',
    'PUT /api/settings/account/password',
  ],
  trusted: ['POST /api/requests/{asin}/auto-download', 'POST /api/requests/{asin}/refresh'],
  admin: [
    'DELETE /api/api-keys/{id}',
    'DELETE /api/requests/{asin}/blocklist',
    'DELETE /api/requests/{asin}/judged-pairs',
    'DELETE /api/settings/notifications/{id}',
    'DELETE /api/settings/security/sessions',
    'DELETE /api/users/{username}',
    'GET /api/api-keys',
    'GET /api/audit',
    'GET /api/indexers',
    'GET /api/indexers/configurations',
    'GET /api/indexers/searchable',
    'GET /api/judged-pairs',
    'GET /api/requests/{asin}/searches',
    'GET /api/requests/{asin}/sources',
    'GET /api/settings/download',
    'GET /api/settings/indexer-file',
    'GET /api/settings/notifications',
    'GET /api/settings/notifications/deliveries',
    'GET /api/settings/notifications/deliveries/{id}',
    'GET /api/settings/notifications/kinds',
    'GET /api/settings/notifications/personal',
    'GET /api/settings/security',
    'GET /api/settings/security/oidc',
    'GET /api/system/notices',
    'GET /api/users',
    'GET /api/users/{username}',
    'GET /api/v1/user',
    'PATCH /api/indexers/{indexer_name}',
    'PATCH /api/requests/manual/{id}/downloaded',
    'PATCH /api/requests/{asin}/downloaded',
    'PATCH /api/settings/download',
    'PATCH /api/settings/notifications/personal',
    'PATCH /api/settings/notifications/{id}/enable',
    'PATCH /api/settings/security',
    'POST /api/indexers/{indexer_name}/test',
    'POST /api/requests/bulk',
    'POST /api/requests/{asin}/approve',
    'POST /api/requests/{asin}/blocklist',
    'POST /api/requests/{asin}/confirm-grab',
    'POST /api/requests/{asin}/decline',
    'POST /api/requests/{asin}/download',
    'POST /api/requests/{asin}/failed',
    'POST /api/requests/{asin}/retry',
    'POST /api/requests/{asin}/revert',
    'POST /api/requests/{asin}/stop',
    'POST /api/settings/download/preview',
    'POST /api/settings/notifications',
    'POST /api/settings/notifications/deliveries/{id}/resend',
    'POST /api/settings/notifications/preview',
    'POST /api/settings/notifications/test',
    'POST /api/settings/notifications/{id}/resend-failed',
    'POST /api/settings/notifications/{id}/test',
    'POST /api/users',
    'PUT /api/settings/indexer-file',
    'PUT /api/settings/notifications/{id}',
    'PUT /api/users/{username}',
  ],
}

it.each(Object.entries(ACCESS))('These and no others are for %s', (access, expected) => {
  const declared = Object.values(operations)
    .filter((operation) => operation.access === access)
    .map(({ method, path }) => `${method} ${path}`)
  expect(declared.toSorted()).toEqual(expected)
})

it('Every file below /api is the route of an operation, apart from those that say that nothing is there', () => {
  const without = Object.entries(apiFiles)
    .filter(([, { default: handler }]) => !('operation' in handler))
    .map(([file]) => file)
  expect(without.toSorted()).toEqual(['/server/api/[...].ts', '/server/api/index.ts'])
})
