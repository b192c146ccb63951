import { useAnswer, useChange } from '#client/app/calls'
import type { BodyOf } from '#client/app/operations'
import { KEYS } from '#client/app/query-keys'

export type PersonalInput = BodyOf<'patchPersonalNotifications'>

/** What users may do with their own targets, and changes to that. */
export function usePersonalNotifications() {
  return {
    settings: useAnswer('getPersonalNotifications', () => ({ key: [KEYS.notifications, 'personal'] })),
    change: useChange(
      (call, body: PersonalInput) => call('patchPersonalNotifications', { body }),
      // The form for a person's own targets says what is allowed.
      [KEYS.notificationForm],
      [KEYS.notifications],
    ),
  }
}
