import { toValue, type MaybeRefOrGetter } from 'vue'
import { useApiQuery, useChange } from '#client/app/calls'
import type { BodyOf, OperationName } from '#client/app/operations'
import { useSessionStore } from '#client/app/session'
import { KEYS } from '#client/app/query-keys'

/** Whose targets, in terms of the API's paths: the server's, or the person's own. */
export type TargetScope = 'notifications' | 'account/notifications'

export type TargetInput = BodyOf<'createNotificationTarget'>
export type PreviewInput = BodyOf<'previewNotification'>
export type TestInput = BodyOf<'testNotification'>
export type PersonalInput = BodyOf<'patchPersonalNotifications'>

/** Picks operations by scope, and adds the user to keys: someone else may sign in on the same page. */
export function useScope(scope: TargetScope) {
  const session = useSessionStore()
  return {
    either: <S extends OperationName, P extends OperationName>(ofServer: S, ofPerson: P) =>
      scope === 'notifications' ? ofServer : ofPerson,
    keyOf: (first: string, ...parts: string[]) => [first, scope, session.user?.username ?? '', ...parts],
  }
}

/** The notification targets. */
export function useNotificationTargets(scope: TargetScope) {
  const { either, keyOf } = useScope(scope)
  return useApiQuery(either('listNotificationTargets', 'listOwnNotificationTargets'), () => ({
    key: keyOf(KEYS.notifications, 'targets'),
  }))
}

/** The kinds of targets with their defaults, the available events, and the variables of templates. */
export function useNotificationKinds(scope: TargetScope) {
  const { either, keyOf } = useScope(scope)
  return useApiQuery(either('getNotificationKinds', 'getOwnNotificationKinds'), () => ({
    key: keyOf(KEYS.notificationForm, 'kinds'),
  }))
}

/**
 * The message that would be sent. The previous response stays while the next one loads; a late response
 * belongs to another key and changes nothing.
 * @param typed the input so far; null makes no call
 */
export function useNotificationPreview(scope: TargetScope, typed: MaybeRefOrGetter<PreviewInput | null>) {
  const { either, keyOf } = useScope(scope)
  return useApiQuery(either('previewNotification', 'previewOwnNotification'), () => ({
    key: keyOf(KEYS.notificationForm, 'preview'),
    body: toValue(typed) ?? {},
    enabled: toValue(typed) !== null,
    keepsPrevious: () => true,
  }))
}

/** A target as filled in; its id is null for a new one. */
interface Filled<Body> {
  id: string | null
  body: Body
}

/** Changes to targets; each refetches what it affects. */
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

/** What users may do with their own targets, and changes to that. */
export function usePersonalNotifications() {
  return {
    settings: useApiQuery('getPersonalNotifications', () => ({ key: [KEYS.notifications, 'personal'] })),
    change: useChange(
      (call, body: PersonalInput) => call('patchPersonalNotifications', { body }),
      // The form for a person's own targets says what is allowed.
      [KEYS.notificationForm],
      [KEYS.notifications],
    ),
  }
}
