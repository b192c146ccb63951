import { z } from 'zod'
import { idParams } from './common'
import {
  deliveryDetailsSchema,
  deliveryListSchema,
  deliverySchema,
  listDeliveriesQuery,
  resentSchema,
} from './deliveries'
import {
  notificationKindsSchema,
  notificationPreviewSchema,
  notificationTargetBody,
  notificationTargetSchema,
  notificationTestSchema,
  previewNotificationBody,
  pushKeySchema,
  pushRenewalBody,
  testNotificationBody,
} from './notifications'
import { operation } from './operation'
import { patchPersonalNotificationsBody, personalNotificationsSchema } from './personal-notifications'

const taken = { 409: { description: 'The name is taken' } }
const missing = { 404: { description: 'No such target' } }

/** The operations on the server's targets, or on one person's. */
function targetOperations<const P extends string, const A extends 'admin' | 'any'>(whose: P, access: A) {
  return {
    kinds: operation({
      method: 'GET',
      path: `/api/settings/${whose}/kinds`,
      summary: 'Kinds of targets with their defaults, and the variables of templates',
      access,
      answers: { 200: { description: 'The kinds', schema: notificationKindsSchema } },
    }),
    list: operation({
      method: 'GET',
      path: `/api/settings/${whose}`,
      summary: 'Where notifications go',
      access,
      answers: { 200: { description: 'The targets', schema: z.array(notificationTargetSchema) } },
    }),
    create: operation({
      method: 'POST',
      path: `/api/settings/${whose}`,
      summary: 'Add a target',
      access,
      body: notificationTargetBody,
      answers: { 201: { description: 'The target', schema: notificationTargetSchema }, ...taken },
    }),
    update: operation({
      method: 'PUT',
      path: `/api/settings/${whose}/{id}`,
      summary: 'Change a target; omitted headers and an omitted token stay as they are',
      access,
      params: idParams,
      body: notificationTargetBody,
      answers: { 200: { description: 'The target', schema: notificationTargetSchema }, ...missing, ...taken },
    }),
    remove: operation({
      method: 'DELETE',
      path: `/api/settings/${whose}/{id}`,
      summary: 'Remove a target and its unsent messages',
      access,
      params: idParams,
      answers: { 204: { description: 'Removed' }, ...missing },
    }),
    enable: operation({
      method: 'PATCH',
      path: `/api/settings/${whose}/{id}/enable`,
      summary: 'Turn a target on or off',
      access,
      params: idParams,
      answers: { 200: { description: 'The target', schema: notificationTargetSchema }, ...missing },
    }),
    preview: operation({
      method: 'POST',
      path: `/api/settings/${whose}/preview`,
      summary: 'Preview a message with sample data; nothing is sent',
      access,
      body: previewNotificationBody,
      answers: { 200: { description: 'The request', schema: notificationPreviewSchema } },
    }),
    test: operation({
      method: 'POST',
      path: `/api/settings/${whose}/test`,
      summary: 'Send sample data to an unsaved target',
      access,
      limit: 'target_test',
      body: testNotificationBody,
      answers: { 200: { description: 'The request and the response', schema: notificationTestSchema } },
    }),
    testSaved: operation({
      method: 'POST',
      path: `/api/settings/${whose}/{id}/test`,
      summary: 'Send sample data to a target with unsaved changes',
      access,
      limit: 'target_test',
      params: idParams,
      body: testNotificationBody.optional(),
      answers: {
        200: { description: 'The request and the response', schema: notificationTestSchema },
        ...missing,
      },
    }),
    resendFailed: operation({
      method: 'POST',
      path: `/api/settings/${whose}/{id}/resend-failed`,
      summary: 'Resend all messages that failed for good',
      access,
      params: idParams,
      answers: { 200: { description: 'How many', schema: resentSchema }, ...missing },
    }),
  } as const
}

/** The operations on what was sent to the server's targets, or to one person's. */
function deliveryOperations<const P extends string, const A extends 'admin' | 'any'>(path: P, access: A) {
  return {
    list: operation({
      method: 'GET',
      path: `/api/settings/${path}`,
      summary: 'Sent and waiting messages, newest first',
      access,
      query: listDeliveriesQuery,
      answers: { 200: { description: 'A page of deliveries', schema: deliveryListSchema } },
    }),
    read: operation({
      method: 'GET',
      path: `/api/settings/${path}/{id}`,
      summary: 'One delivery with all its attempts',
      access,
      params: idParams,
      answers: {
        200: { description: 'The delivery', schema: deliveryDetailsSchema },
        404: { description: 'No such delivery' },
      },
    }),
    resend: operation({
      method: 'POST',
      path: `/api/settings/${path}/{id}/resend`,
      summary: 'Resend a message that is delivered or has failed, or that waits for its next attempt',
      access,
      params: idParams,
      answers: {
        200: { description: 'The delivery', schema: deliverySchema },
        404: { description: 'No such delivery' },
        409: { description: 'It is being sent right now' },
      },
    }),
  } as const
}

const ofServer = targetOperations('notifications', 'admin')
export const getNotificationKinds = ofServer.kinds
export const listNotificationTargets = ofServer.list
export const createNotificationTarget = ofServer.create
export const updateNotificationTarget = ofServer.update
export const deleteNotificationTarget = ofServer.remove
export const enableNotificationTarget = ofServer.enable
export const previewNotification = ofServer.preview
export const testNotification = ofServer.test
export const testNotificationTarget = ofServer.testSaved
export const resendFailedDeliveries = ofServer.resendFailed

const sentByServer = deliveryOperations('deliveries', 'admin')
export const listDeliveries = sentByServer.list
export const getDelivery = sentByServer.read
export const resendDelivery = sentByServer.resend

const ofPerson = targetOperations('account/notifications', 'any')
export const getOwnNotificationKinds = ofPerson.kinds
export const listOwnNotificationTargets = ofPerson.list
export const createOwnNotificationTarget = ofPerson.create
export const updateOwnNotificationTarget = ofPerson.update
export const deleteOwnNotificationTarget = ofPerson.remove
export const enableOwnNotificationTarget = ofPerson.enable
export const previewOwnNotification = ofPerson.preview
export const testOwnNotification = ofPerson.test
export const testOwnNotificationTarget = ofPerson.testSaved
export const resendOwnFailedDeliveries = ofPerson.resendFailed

const sentByPerson = deliveryOperations('account/deliveries', 'any')
export const listOwnDeliveries = sentByPerson.list
export const getOwnDelivery = sentByPerson.read
export const resendOwnDelivery = sentByPerson.resend

export const getPushKey = operation({
  method: 'GET',
  path: '/api/settings/account/notifications/push-key',
  summary: 'The key that identifies this server to browsers, for web_push targets',
  access: 'any',
  answers: { 200: { description: 'The key', schema: pushKeySchema } },
})

export const renewPushTarget = operation({
  method: 'POST',
  path: '/api/settings/account/notifications/push-renewal',
  summary: 'Give a browser’s target its new push address; repeating the call changes nothing',
  access: 'any',
  body: pushRenewalBody,
  answers: { 204: { description: 'Changed' }, ...missing },
})

export const getPersonalNotifications = operation({
  method: 'GET',
  path: '/api/settings/notifications/personal',
  summary: 'What users may do with their own targets',
  access: 'admin',
  answers: { 200: { description: 'The settings', schema: personalNotificationsSchema } },
})

export const patchPersonalNotifications = operation({
  method: 'PATCH',
  path: '/api/settings/notifications/personal',
  summary: 'Change what users may do with their own targets; omitted fields stay as they are',
  access: 'admin',
  body: patchPersonalNotificationsBody,
  answers: { 200: { description: 'The settings', schema: personalNotificationsSchema } },
})
