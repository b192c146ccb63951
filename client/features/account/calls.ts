import type {
  changePassword,
  changePasswordBody,
  endOtherSessions,
  endSession,
  getAccount,
  listSessions,
  updateAccount,
  updateAccountBody,
} from '#contract/account'
import type {
  createApiKey,
  createApiKeyBody,
  deleteApiKey,
  listApiKeys,
  toggleApiKey,
} from '#contract/api-keys'
import type { z } from 'zod'
import type { Http } from '#client/app/http'

/** Calls about the own account: preferences, password, API keys and the browsers one is signed in with. */
export function accountApi(http: Http) {
  return {
    read: (signal: AbortSignal) =>
      http.call<typeof getAccount>({ method: 'GET', path: '/api/settings/account', signal }),
    update: (body: z.input<typeof updateAccountBody>) =>
      http.call<typeof updateAccount>({ method: 'PATCH', path: '/api/settings/account', body }),
    changePassword: (body: z.input<typeof changePasswordBody>) =>
      http.callForNothing<typeof changePassword>({
        method: 'PUT',
        path: '/api/settings/account/password',
        body,
      }),
    keys: (signal: AbortSignal) =>
      http.call<typeof listApiKeys>({ method: 'GET', path: '/api/settings/account/api-keys', signal }),
    createKey: (body: z.input<typeof createApiKeyBody>) =>
      http.call<typeof createApiKey>({ method: 'POST', path: '/api/settings/account/api-keys', body }),
    toggleKey: (id: string) =>
      http.callForNothing<typeof toggleApiKey>({
        method: 'PATCH',
        path: '/api/settings/account/api-keys/{id}/toggle',
        params: { id },
      }),
    deleteKey: (id: string) =>
      http.callForNothing<typeof deleteApiKey>({
        method: 'DELETE',
        path: '/api/settings/account/api-keys/{id}',
        params: { id },
      }),
    sessions: (signal: AbortSignal) =>
      http.call<typeof listSessions>({ method: 'GET', path: '/api/settings/account/sessions', signal }),
    endSession: (id: string) =>
      http.callForNothing<typeof endSession>({
        method: 'DELETE',
        path: '/api/settings/account/sessions/{id}',
        params: { id },
      }),
    endOtherSessions: () =>
      http.callForNothing<typeof endOtherSessions>({
        method: 'DELETE',
        path: '/api/settings/account/sessions',
      }),
  }
}
