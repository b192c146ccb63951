import { toValue, type MaybeRefOrGetter } from 'vue'
import { useAnswer, useChange } from '#client/app/calls'
import type { BodyOf, OperationName } from '#client/app/operations'
import { useSessionStore } from '#client/app/session'
import { KEYS } from '#client/app/query-keys'

/** Whose targets are meant, as the addresses name it: those of the server, or one's own. */
export type TargetScope = 'notifications' | 'account/notifications'

export type TargetInput = BodyOf<'createNotificationTarget'>
export type PreviewInput = BodyOf<'previewNotification'>
export type TestInput = BodyOf<'testNotification'>

/** Which of two operations a scope means, and the keys of its answers: another person may sign in on the same page. */
export function useScope(scope: TargetScope) {
  const session = useSessionStore()
  return {
    either: <S extends OperationName, P extends OperationName>(ofServer: S, ofPerson: P) =>
      scope === 'notifications' ? ofServer : ofPerson,
    keyOf: (first: string, ...parts: string[]) => [first, scope, session.user?.username ?? '', ...parts],
  }
}

/** Where notifications go. */
export function useNotificationTargets(scope: TargetScope) {
  const { either, keyOf } = useScope(scope)
  return useAnswer(either('listNotificationTargets', 'listOwnNotificationTargets'), () => ({
    key: keyOf(KEYS.notifications, 'targets'),
  }))
}

/** The kinds of targets with their defaults, the events one may choose, and the variables of templates. */
export function useNotificationKinds(scope: TargetScope) {
  const { either, keyOf } = useScope(scope)
  return useAnswer(either('getNotificationKinds', 'getOwnNotificationKinds'), () => ({
    key: keyOf(KEYS.notificationForm, 'kinds'),
  }))
}

/**
 * What would be sent. While the next answer is on its way the one before stays; one that was asked for
 * earlier and arrives late belongs to another key and changes nothing.
 * @param typed what has been typed so far; null asks for nothing
 */
export function useNotificationPreview(scope: TargetScope, typed: MaybeRefOrGetter<PreviewInput | null>) {
  const { either, keyOf } = useScope(scope)
  return useAnswer(either('previewNotification', 'previewOwnNotification'), () => ({
    key: keyOf(KEYS.notificationForm, 'preview'),
    body: toValue(typed) ?? {},
    enabled: toValue(typed) !== null,
    stays: () => true,
  }))
}

/** A target as it is filled in; its id is null for a new one. */
interface Filled<Body> {
  id: string | null
  body: Body
}

/** Changing where notifications go; each change refetches what it touches. */
export function useTargetChanges(scope: TargetScope) {
  const { either } = useScope(scope)
  const stale = [KEYS.notifications]
  const create = either('createNotificationTarget', 'createOwnNotificationTarget')
  const update = either('updateNotificationTarget', 'updateOwnNotificationTarget')
  const remove = either('deleteNotificationTarget', 'deleteOwnNotificationTarget')
  const toggle = either('enableNotificationTarget', 'enableOwnNotificationTarget')
  const test = either('testNotification', 'testOwnNotification')
  const testSaved = either('testNotificationTarget', 'testOwnNotificationTarget')

  return {
    save: useChange(
      (call, { id, body }: Filled<TargetInput>) =>
        id === null ? call(create, { body }) : call(update, { params: { id }, body }),
      stale,
    ),
    remove: useChange((call, id: string) => call(remove, { params: { id } }), stale),
    toggle: useChange((call, id: string) => call(toggle, { params: { id } }), stale),
    test: useChange((call, { id, body }: Filled<TestInput>) =>
      id === null ? call(test, { body }) : call(testSaved, { params: { id }, body }),
    ),
  }
}
