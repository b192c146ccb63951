import type {
  createNotificationTarget,
  deleteNotificationTarget,
  enableNotificationTarget,
  listNotificationTargets,
  updateNotificationTarget,
} from '#contract/notification-operations'
import type { notificationTargetBody } from '#contract/notifications'
import type { z } from 'zod'
import type { Http } from './http'

export type TargetInput = z.input<typeof notificationTargetBody>

/** Calls about where notifications go. */
export function notificationsApi(http: Http) {
  return {
    list: (signal: AbortSignal) =>
      http.call<typeof listNotificationTargets>({
        method: 'GET',
        path: '/api/settings/notifications',
        signal,
      }),
    create: (body: TargetInput) =>
      http.call<typeof createNotificationTarget>({
        method: 'POST',
        path: '/api/settings/notifications',
        body,
      }),
    update: (id: string, body: TargetInput) =>
      http.call<typeof updateNotificationTarget>({
        method: 'PUT',
        path: '/api/settings/notifications/{id}',
        params: { id },
        body,
      }),
    remove: (id: string) =>
      http.callForNothing<typeof deleteNotificationTarget>({
        method: 'DELETE',
        path: '/api/settings/notifications/{id}',
        params: { id },
      }),
    toggle: (id: string) =>
      http.call<typeof enableNotificationTarget>({
        method: 'PATCH',
        path: '/api/settings/notifications/{id}/enable',
        params: { id },
      }),
  }
}
