import { toValue, type MaybeRefOrGetter } from 'vue'
import { useApiQuery, useChange } from '#client/app/calls'
import type { BodyOf, QueryOf } from '#client/app/operations'
import { KEYS } from '#client/app/query-keys'

/** A page of users. */
export function useUsers(view: MaybeRefOrGetter<QueryOf<'listUsers'>>) {
  return useApiQuery('listUsers', () => ({
    key: [KEYS.users],
    query: toValue(view),
    keepsPrevious: () => true,
  }))
}

/** What is left of a user's quota. */
export const useUserQuota = (username: () => string) =>
  useApiQuery('getUserQuota', () => ({ key: [KEYS.users, 'quota'], params: { username: username() } }))

/** Adds, changes and deletes users; each refetches what it affects. */
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
      // That person's requests are gone too.
      [KEYS.requests],
      [KEYS.search],
      users,
    ),
  }
}
