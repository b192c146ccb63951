import { useMutation, useQuery, useQueryCache } from '@pinia/colada'
import type { MaybeRefOrGetter } from 'vue'
import { toValue } from 'vue'
import { useHttp } from '#client/app/connection'
import type { PreviewInput, TargetInput, TargetScope, TestInput } from './calls'
import { notificationsApi } from './calls'
import { useSessionStore } from '#client/app/session'
import { KEYS } from '#client/app/query-keys'
import { refetch } from '#client/app/refetch'

const TARGETS = 'targets'
const KINDS = 'kinds'
const PREVIEW = 'preview'

/** The calls of a scope, and the keys of its answers: another person may sign in on the same page. */
export function useScope(scope: TargetScope) {
  const session = useSessionStore()
  return {
    api: notificationsApi(useHttp(), scope),
    keyOf: (first: string, ...parts: string[]) => [first, scope, session.user?.username ?? '', ...parts],
  }
}

/** Where notifications go. */
export function useNotificationTargets(scope: TargetScope) {
  const { api, keyOf } = useScope(scope)
  return useQuery(() => ({
    key: keyOf(KEYS.notifications, TARGETS),
    query: ({ signal }) => api.list(signal),
  }))
}

/** The kinds of targets with their defaults, the events one may choose, and the variables of templates. */
export function useNotificationKinds(scope: TargetScope) {
  const { api, keyOf } = useScope(scope)
  return useQuery(() => ({
    key: keyOf(KEYS.notificationForm, KINDS),
    query: ({ signal }) => api.kinds(signal),
  }))
}

/**
 * What would be sent. While the next answer is on its way the one before stays; one that was asked for
 * earlier and arrives late belongs to another key and changes nothing.
 * @param typed what has been typed so far; null asks for nothing
 */
export function useNotificationPreview(scope: TargetScope, typed: MaybeRefOrGetter<PreviewInput | null>) {
  const { api, keyOf } = useScope(scope)
  return useQuery(() => {
    const body = toValue(typed)
    return {
      key: keyOf(KEYS.notificationForm, PREVIEW, JSON.stringify(body)),
      query: ({ signal }) => api.preview(body ?? {}, signal),
      enabled: body !== null,
      placeholderData: (before) => before,
    }
  })
}

/** Changing where notifications go; each change refetches what it touches. */
export function useTargetChanges(scope: TargetScope) {
  const { api } = useScope(scope)
  const cache = useQueryCache()
  const onSettled = () => refetch(cache, { key: [KEYS.notifications] })

  return {
    save: useMutation({
      mutation: ({ id, body }: { id: string | null; body: TargetInput }) =>
        id === null ? api.create(body) : api.update(id, body),
      onSettled,
    }),
    remove: useMutation({ mutation: (id: string) => api.remove(id), onSettled }),
    toggle: useMutation({ mutation: (id: string) => api.toggle(id), onSettled }),
    test: useMutation({
      mutation: ({ id, body }: { id: string | null; body: TestInput }) =>
        id === null ? api.test(body) : api.testSaved(id, body),
    }),
  }
}
