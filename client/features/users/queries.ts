import { useMutation, useQuery, useQueryCache } from '@pinia/colada'
import { toValue, type MaybeRefOrGetter } from 'vue'
import type { UserListDto } from '#contract/users'
import { useHttp } from '#client/app/connection'
import type { BodyOf } from '#client/app/operations'
import { KEYS } from '#client/app/query-keys'
import { refetch } from '#client/app/refetch'

interface UsersView {
  q: string
  limit: number
  offset: number
}

/** One page of the users. The page before stays while the next one loads. */
export function useUsers(view: MaybeRefOrGetter<UsersView>) {
  const http = useHttp()
  return useQuery<UserListDto>(() => {
    const asked = toValue(view)
    return {
      key: [KEYS.users, asked.q, asked.limit, asked.offset],
      query: ({ signal }) => http.call('listUsers', { query: asked, signal }),
      placeholderData: (before) => before,
    }
  })
}

/** Adding, changing and deleting users; each change refetches the list. */
export function useUserChanges() {
  const http = useHttp()
  const cache = useQueryCache()
  const onSettled = () => refetch(cache, { key: [KEYS.users] })

  return {
    create: useMutation({
      mutation: (body: BodyOf<'createUser'>) => http.call('createUser', { body }),
      onSettled,
    }),
    update: useMutation({
      mutation: ({ username, body }: { username: string; body: BodyOf<'updateUser'> }) =>
        http.call('updateUser', { params: { username }, body }),
      onSettled,
    }),
    remove: useMutation({
      mutation: (username: string) => http.call('deleteUser', { params: { username } }),
      onSettled: () => {
        // The requests of that person are gone as well.
        for (const key of [KEYS.users, KEYS.requests, KEYS.search]) void refetch(cache, { key: [key] })
      },
    }),
  }
}
