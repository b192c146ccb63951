import type {
  createUser,
  createUserBody,
  deleteUser,
  listUsers,
  updateUser,
  updateUserBody,
} from '#contract/users'
import type { z } from 'zod'
import type { Http } from '#client/app/http'

export interface UsersView {
  q: string
  limit: number
  offset: number
}

export type NewUser = z.input<typeof createUserBody>
export type UserChange = z.input<typeof updateUserBody>

/** Calls about everyone who may use this server. */
export function usersApi(http: Http) {
  return {
    list: ({ q, limit, offset }: UsersView, signal: AbortSignal) =>
      http.call<typeof listUsers>({
        method: 'GET',
        path: '/api/users',
        query: { limit: String(limit), offset: String(offset), ...(q ? { q } : {}) },
        signal,
      }),
    create: (body: NewUser) => http.call<typeof createUser>({ method: 'POST', path: '/api/users', body }),
    update: (username: string, body: UserChange) =>
      http.call<typeof updateUser>({
        method: 'PUT',
        path: '/api/users/{username}',
        params: { username },
        body,
      }),
    remove: (username: string) =>
      http.callForNothing<typeof deleteUser>({
        method: 'DELETE',
        path: '/api/users/{username}',
        params: { username },
      }),
  }
}
