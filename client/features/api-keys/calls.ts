import type { listUserApiKeys, revokeApiKey } from '#contract/api-keys'
import type { Http } from '#client/app/http'

export interface UserApiKeysView {
  q: string
  limit: number
  offset: number
}

/** Calls about the API keys of everybody. */
export function userApiKeysApi(http: Http) {
  return {
    list: ({ q, limit, offset }: UserApiKeysView, signal: AbortSignal) =>
      http.call<typeof listUserApiKeys>({
        method: 'GET',
        path: '/api/api-keys',
        query: { limit: String(limit), offset: String(offset), ...(q ? { q } : {}) },
        signal,
      }),
    revoke: (id: string) =>
      http.callForNothing<typeof revokeApiKey>({
        method: 'DELETE',
        path: '/api/api-keys/{id}',
        params: { id },
      }),
  }
}
