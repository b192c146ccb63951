import type { ListDeliveriesQuery } from '#contract/deliveries'
import type * as operations from '#contract/notification-operations'
import type {
  notificationTargetBody,
  previewNotificationBody,
  testNotificationBody,
} from '#contract/notifications'
import type { patchPersonalNotificationsBody } from '#contract/personal-notifications'
import type { z } from 'zod'
import type { Http } from '#client/app/http'

/** Whose targets are meant, as the addresses name it: those of the server, or one's own. */
export type TargetScope = 'notifications' | 'account/notifications'

export type TargetInput = z.input<typeof notificationTargetBody>
export type PreviewInput = z.input<typeof previewNotificationBody>
export type TestInput = z.input<typeof testNotificationBody>
export type DeliveriesView = Omit<ListDeliveriesQuery, 'event'>
export type PersonalInput = z.input<typeof patchPersonalNotificationsBody>

type Operations = typeof operations
/** The same operation on the targets of the server and on one's own. */
type Either<S extends keyof Operations, P extends keyof Operations> = Operations[S] | Operations[P]

/** Calls about where notifications go, and what was sent there. */
export function notificationsApi(http: Http, scope: TargetScope) {
  return {
    kinds: (signal: AbortSignal) =>
      http.call<Either<'getNotificationKinds', 'getOwnNotificationKinds'>>({
        method: 'GET',
        path: `/api/settings/${scope}/kinds`,
        signal,
      }),
    list: (signal: AbortSignal) =>
      http.call<Either<'listNotificationTargets', 'listOwnNotificationTargets'>>({
        method: 'GET',
        path: `/api/settings/${scope}`,
        signal,
      }),
    create: (body: TargetInput) =>
      http.call<Either<'createNotificationTarget', 'createOwnNotificationTarget'>>({
        method: 'POST',
        path: `/api/settings/${scope}`,
        body,
      }),
    update: (id: string, body: TargetInput) =>
      http.call<Either<'updateNotificationTarget', 'updateOwnNotificationTarget'>>({
        method: 'PUT',
        path: `/api/settings/${scope}/{id}`,
        params: { id },
        body,
      }),
    remove: (id: string) =>
      http.callForNothing<Either<'deleteNotificationTarget', 'deleteOwnNotificationTarget'>>({
        method: 'DELETE',
        path: `/api/settings/${scope}/{id}`,
        params: { id },
      }),
    toggle: (id: string) =>
      http.call<Either<'enableNotificationTarget', 'enableOwnNotificationTarget'>>({
        method: 'PATCH',
        path: `/api/settings/${scope}/{id}/enable`,
        params: { id },
      }),
    preview: (body: PreviewInput, signal: AbortSignal) =>
      http.call<Either<'previewNotification', 'previewOwnNotification'>>({
        method: 'POST',
        path: `/api/settings/${scope}/preview`,
        body,
        signal,
      }),
    test: (body: TestInput) =>
      http.call<Either<'testNotification', 'testOwnNotification'>>({
        method: 'POST',
        path: `/api/settings/${scope}/test`,
        body,
      }),
    /** @param body changes that are not saved; what is left out is tried as it is stored */
    testSaved: (id: string, body: TestInput) =>
      http.call<Either<'testNotificationTarget', 'testOwnNotificationTarget'>>({
        method: 'POST',
        path: `/api/settings/${scope}/{id}/test`,
        params: { id },
        body,
      }),
    deliveries: ({ limit, offset, ...narrowed }: DeliveriesView, signal: AbortSignal) =>
      http.call<Either<'listDeliveries', 'listOwnDeliveries'>>({
        method: 'GET',
        path: `/api/settings/${scope}/deliveries`,
        query: { ...narrowed, limit: String(limit), offset: String(offset) },
        signal,
      }),
    delivery: (id: string, signal: AbortSignal) =>
      http.call<Either<'getDelivery', 'getOwnDelivery'>>({
        method: 'GET',
        path: `/api/settings/${scope}/deliveries/{id}`,
        params: { id },
        signal,
      }),
    resend: (id: string) =>
      http.call<Either<'resendDelivery', 'resendOwnDelivery'>>({
        method: 'POST',
        path: `/api/settings/${scope}/deliveries/{id}/resend`,
        params: { id },
      }),
    resendFailed: (id: string) =>
      http.call<Either<'resendFailedDeliveries', 'resendOwnFailedDeliveries'>>({
        method: 'POST',
        path: `/api/settings/${scope}/{id}/resend-failed`,
        params: { id },
      }),
  }
}

/** Calls about what users may do with targets of their own. */
export function personalNotificationsApi(http: Http) {
  return {
    read: (signal: AbortSignal) =>
      http.call<Operations['getPersonalNotifications']>({
        method: 'GET',
        path: '/api/settings/notifications/personal',
        signal,
      }),
    change: (body: PersonalInput) =>
      http.call<Operations['patchPersonalNotifications']>({
        method: 'PATCH',
        path: '/api/settings/notifications/personal',
        body,
      }),
  }
}
