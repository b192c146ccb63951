import type { z } from 'zod'
import type { DeliveryCause } from '#contract/delivery-cause'
import type { DeliveryDetailsDto, DeliveryDto, DeliveryListDto, ResentDto } from '#contract/deliveries'
import {
  TEMPLATE_VARIABLES,
  type NotificationKindsDto,
  type NotificationPreviewDto,
  type notificationTargetBody,
  type NotificationTargetDto,
  type NotificationTestDto,
  type previewNotificationBody,
  type PushKeyDto,
  type PushRenewalBody,
  type testNotificationBody,
} from '#contract/notifications'
import type {
  PatchPersonalNotificationsBody,
  PersonalNotificationsDto,
} from '#contract/personal-notifications'

const time = '2026-11-21T09:30:00.000Z'

const template = '{ "text": "{eventUser} asked for {bookTitle}" }'
const targetBody: z.input<typeof notificationTargetBody> = {
  name: 'Chat',
  kind: 'custom',
  url: 'https://chat.example.org/hooks/earmark',
  events: ['onNewRequest'],
  body_type: 'json',
  body: template,
  headers: { Authorization: 'Bearer secret' },
  language: 'de',
}
const target: NotificationTargetDto = {
  id: '0191f3c2-7a55-7c1e-9f0a-3b1d2c4e5f60',
  name: targetBody.name,
  kind: 'custom',
  url: targetBody.url,
  events: ['onNewRequest'],
  event_type: 'onNewRequest',
  body_type: 'json',
  body: template,
  headers: { Authorization: { value: null, set: true } },
  token: null,
  language: 'de',
  enabled: true,
  last_delivery: {
    state: 'delivered',
    at: time,
    attempts: 1,
    error: null,
    cause: null,
    next_attempt_at: null,
  },
  failing: null,
  pending_count: 0,
  failed_count: 0,
}
const sentRequest: NotificationPreviewDto['request'] = {
  method: 'POST',
  url: targetBody.url,
  headers: { authorization: '***', 'content-type': 'application/json', 'user-agent': 'Earmark/0.1.0' },
  body: '{ "text": "robin asked for The Lighthouse Keeper’s Almanac" }',
}
const notificationTest: z.input<typeof testNotificationBody> = {
  kind: 'custom',
  url: targetBody.url,
  event: 'onNewRequest',
  body_type: 'json',
  body: template,
}
const notificationTested: NotificationTestDto = {
  delivered: true,
  error: null,
  cause: null,
  request: sentRequest,
  answer: { status: 200, body: 'ok' },
  duration_ms: 120,
  unknown_variables: [],
  shortened: [],
}
const preview: z.input<typeof previewNotificationBody> = {
  kind: 'custom',
  event: 'onNewRequest',
  body_type: 'json',
  body: template,
}
const sample: NotificationPreviewDto['sample'] = {
  eventType: 'onNewRequest',
  eventTitle: 'New request',
  eventText: 'robin requested The Lighthouse Keeper’s Almanac by Ines Calder.',
  eventLevel: 'info',
  eventUser: 'robin',
  eventUserExtraData: '',
  joinedUsers: 'robin',
  joinedUsersLabel: 'Requested by',
  joinedUsersExtraData: '',
  bookTitle: 'The Lighthouse Keeper’s Almanac',
  bookSubtitle: 'A Novel',
  bookAuthors: 'Ines Calder',
  bookAuthorsLabel: 'Author',
  bookNarrators: 'Tom Avery, June Hart',
  bookNarratorsLabel: 'Narrators',
  bookASIN: 'B0EXAMPLE1',
  bookCover: 'https://covers.example.org/lighthouse.jpg',
  bookUrl: 'https://books.example.org/search?q=B0EXAMPLE1&region=us',
  requestUrl: 'https://books.example.org/requests?q=B0EXAMPLE1',
  torrentInfoHash: '',
  sourceSizeMB: '',
  sourceTitle: '',
  indexerName: '',
  sourceProtocol: '',
  errorStatus: '',
  errorReason: '',
  reason: '',
}

const previewed: NotificationPreviewDto = {
  request: sentRequest,
  sample,
  problems: [],
  unknown_variables: [{ path: 'body', name: 'bookName' }],
  shortened: [],
}
const notificationKinds: NotificationKindsDto = {
  allowed: true,
  private_addresses: true,
  kinds: [
    {
      kind: 'gotify',
      address_example: 'https://gotify.example.org/message',
      body_type: 'json',
      body_types: ['json'],
      body: '{ "title": "{eventTitle}", "message": "{eventText}", "priority": 5 }',
      headers: {},
      token: { header: 'X-Gotify-Key', required: true },
      open_headers: [],
      limits: [],
    },
  ],
  events: ['onNewRequest'],
  variables: [...TEMPLATE_VARIABLES],
}
const personalNotifications: PersonalNotificationsDto = { allowed: true, private_addresses: false }
const personalNotificationsChange: PatchPersonalNotificationsBody = { allowed: false }
const deliveryCause: DeliveryCause = { code: 'answered_with', params: { status: 503, text: 'Busy' } }
const deliveryAttempt: DeliveryDetailsDto['tries'][number] = {
  at: time,
  duration_ms: 85,
  status: 503,
  answer: 'Busy',
  error: 'The target answered 503: Busy',
  cause: deliveryCause,
}
const delivery: DeliveryDto = {
  id: '0191f3c2-7a55-7c1e-9f0a-3b1d2c4e5f64',
  target: { id: target.id, name: target.name, kind: target.kind },
  event: 'onNewRequest',
  book: { asin: 'B0EXAMPLE1', title: 'The Lighthouse Keeper’s Almanac' },
  people: 'robin',
  state: 'pending',
  attempts: 1,
  error: deliveryAttempt.error,
  cause: deliveryAttempt.cause,
  next_attempt_at: time,
  created_at: time,
  updated_at: time,
  last_try: deliveryAttempt,
}
const deliveryDetails: DeliveryDetailsDto = { ...delivery, tries: [deliveryAttempt] }
const deliveryList: DeliveryListDto = { deliveries: [delivery], total: 1 }
const resent: ResentDto = { resent: 3 }

const pushKey: PushKeyDto = {
  public_key: 'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8',
}
const pushRenewal: PushRenewalBody = {
  old_url: 'https://push.example.org/wpush/v2/gAAAAABl',
  url: 'https://push.example.org/wpush/v2/gAAAAABn',
  headers: {
    p256dh: 'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
}

/** Examples of everything about notifications, by the id of the component. */
export const notificationExamples: Readonly<Record<string, unknown>> = {
  DeliveryCause: deliveryCause,
  Delivery: delivery,
  DeliveryDetails: deliveryDetails,
  DeliveryList: deliveryList,
  NotificationKinds: notificationKinds,
  NotificationPreview: previewed,
  NotificationTarget: target,
  NotificationTest: notificationTested,
  PatchPersonalNotifications: personalNotificationsChange,
  PersonalNotifications: personalNotifications,
  PreviewNotification: preview,
  PushKey: pushKey,
  PushRenewal: pushRenewal,
  Resent: resent,
  TestNotification: notificationTest,
  NotificationTargetBody: targetBody,
}
