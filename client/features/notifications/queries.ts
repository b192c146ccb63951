import { useMutation, useQuery, useQueryCache } from '@pinia/colada'
import { toValue, type MaybeRefOrGetter } from 'vue'
import { useHttp } from '#client/app/connection'
import type { BodyOf, OperationName } from '#client/app/operations'
import { useSessionStore } from '#client/app/session'
import { KEYS } from '#client/app/query-keys'
import { refetch } from '#client/app/refetch'

/** Whose targets are meant, as the addresses name it: those of the server, or one's own. */
export type TargetScope = 'notifications' | 'account/notifications'

export type TargetInput = BodyOf<'createNotificationTarget'>
export type PreviewInput = BodyOf<'previewNotification'>
export type TestInput = BodyOf<'testNotification'>

const TARGETS = 'targets'
const KINDS = 'kinds'
const PREVIEW = 'preview'

/** Which of two operations a scope means, and the keys of its answers: another person may sign in on the same page. */
export function useScope(scope: TargetScope) {
  const session = useSessionStore()
  return {
    http: useHttp(),
    either: <S extends OperationName, P extends OperationName>(ofServer: S, ofPerson: P) =>
      scope === 'notifications' ? ofServer : ofPerson,
    keyOf: (first: string, ...parts: string[]) => [first, scope, session.user?.username ?? '', ...parts],
  }
}

/** Where notifications go. */
export function useNotificationTargets(scope: TargetScope) {
  const { http, either, keyOf } = useScope(scope)
  return useQuery(() => ({
    key: keyOf(KEYS.notifications, TARGETS),
    query: ({ signal }) =>
      http.call(either('listNotificationTargets', 'listOwnNotificationTargets'), { signal }),
  }))
}

/** The kinds of targets with their defaults, the events one may choose, and the variables of templates. */
export function useNotificationKinds(scope: TargetScope) {
  const { http, either, keyOf } = useScope(scope)
  return useQuery(() => ({
    key: keyOf(KEYS.notificationForm, KINDS),
    query: ({ signal }) => http.call(either('getNotificationKinds', 'getOwnNotificationKinds'), { signal }),
  }))
}

/**
 * What would be sent. While the next answer is on its way the one before stays; one that was asked for
 * earlier and arrives late belongs to another key and changes nothing.
 * @param typed what has been typed so far; null asks for nothing
 */
export function useNotificationPreview(scope: TargetScope, typed: MaybeRefOrGetter<PreviewInput | null>) {
  const { http, either, keyOf } = useScope(scope)
  return useQuery(() => {
    const body = toValue(typed)
    return {
      key: keyOf(KEYS.notificationForm, PREVIEW, JSON.stringify(body)),
      query: ({ signal }) =>
        http.call(either('previewNotification', 'previewOwnNotification'), { body: body ?? {}, signal }),
      enabled: body !== null,
      placeholderData: (before) => before,
    }
  })
}

/** Changing where notifications go; each change refetches what it touches. */
export function useTargetChanges(scope: TargetScope) {
  const { http, either } = useScope(scope)
  const cache = useQueryCache()
  const onSettled = () => refetch(cache, { key: [KEYS.notifications] })

  return {
    save: useMutation({
      mutation: ({ id, body }: { id: string | null; body: TargetInput }) =>
        id === null
          ? http.call(either('createNotificationTarget', 'createOwnNotificationTarget'), { body })
          : http.call(either('updateNotificationTarget', 'updateOwnNotificationTarget'), {
              params: { id },
              body,
            }),
      onSettled,
    }),
    remove: useMutation({
      mutation: (id: string) =>
        http.call(either('deleteNotificationTarget', 'deleteOwnNotificationTarget'), { params: { id } }),
      onSettled,
    }),
    toggle: useMutation({
      mutation: (id: string) =>
        http.call(either('enableNotificationTarget', 'enableOwnNotificationTarget'), { params: { id } }),
      onSettled,
    }),
    test: useMutation({
      mutation: ({ id, body }: { id: string | null; body: TestInput }) =>
        id === null
          ? http.call(either('testNotification', 'testOwnNotification'), { body })
          : http.call(either('testNotificationTarget', 'testOwnNotificationTarget'), {
              params: { id },
              body,
            }),
    }),
  }
}
