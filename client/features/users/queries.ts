import { useMutation, useQuery, useQueryCache } from '@pinia/colada'
import type { MaybeRefOrGetter } from 'vue'
import { toValue } from 'vue'
import type { UserListDto } from '#contract/users'
import { useHttp } from '#client/app/connection'
import type { NewUser, UserChange, UsersView } from './calls'
import { usersApi } from './calls'
import { KEYS } from '#client/app/query-keys'
import { refetch } from '#client/app/refetch'

/** One page of the users. The page before stays while the next one loads. */
export function useUsers(view: MaybeRefOrGetter<UsersView>) {
  const api = usersApi(useHttp())
  return useQuery<UserListDto>(() => {
    const asked = toValue(view)
    return {
      key: [KEYS.users, asked.q, asked.limit, asked.offset],
      query: ({ signal }) => api.list(asked, signal),
      placeholderData: (before) => before,
    }
  })
}

/** Adding, changing and deleting users; each change refetches the list. */
export function useUserChanges() {
  const api = usersApi(useHttp())
  const cache = useQueryCache()
  const onSettled = () => refetch(cache, { key: [KEYS.users] })

  return {
    create: useMutation({ mutation: (body: NewUser) => api.create(body), onSettled }),
    update: useMutation({
      mutation: ({ username, body }: { username: string; body: UserChange }) => api.update(username, body),
      onSettled,
    }),
    remove: useMutation({
      mutation: (username: string) => api.remove(username),
      onSettled: () => {
        // The requests of that person are gone as well.
        for (const key of [KEYS.users, KEYS.requests, KEYS.search]) void refetch(cache, { key: [key] })
      },
    }),
  }
}
