import { toValue, type MaybeRefOrGetter } from 'vue'
import { useAnswer, useChange } from '#client/app/calls'
import type { BodyOf } from '#client/app/operations'
import { KEYS } from '#client/app/query-keys'

interface UsersView {
  q: string
  limit: number
  offset: number
}

/** One page of the users. */
export function useUsers(view: MaybeRefOrGetter<UsersView>) {
  return useAnswer('listUsers', () => ({ key: [KEYS.users], query: toValue(view), stays: () => true }))
}

/** What is left of the quota of a user. */
export const useUserQuota = (username: () => string) =>
  useAnswer('getUserQuota', () => ({ key: [KEYS.users, 'quota'], params: { username: username() } }))

/** Adding, changing and deleting users; each change refetches what it touches. */
export function useUserChanges() {
  const users = [KEYS.users]
  return {
    create: useChange((call, body: BodyOf<'createUser'>) => call('createUser', { body }), users),
    update: useChange(
      (call, { username, body }: { username: string; body: BodyOf<'updateUser'> }) =>
        call('updateUser', { params: { username }, body }),
      users,
    ),
    remove: useChange(
      (call, username: string) => call('deleteUser', { params: { username } }),
      // The requests of that person are gone as well.
      [KEYS.requests],
      [KEYS.search],
      users,
    ),
  }
}
