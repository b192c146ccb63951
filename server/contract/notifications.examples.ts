import { example } from './example'
import {
  notificationKindsSchema,
  notificationPreviewSchema,
  notificationTargetBody,
  notificationTargetSchema,
  notificationTestSchema,
  previewNotificationBody,
  pushKeySchema,
  pushRenewalBody,
  TEMPLATE_VARIABLES,
  testNotificationBody,
} from './notifications'
import { patchPersonalNotificationsBody, personalNotificationsSchema } from './personal-notifications'

const url = 'https://chat.example.org/hooks/earmark'
const contents = {
  kind: 'custom' as const,
  body_type: 'json' as const,
  body: '{ "text": "{eventUser} asked for {bookTitle}" }',
}
const target = example(notificationTargetSchema, {
  ...contents,
  id: '0191f3c2-7a55-7c1e-9f0a-3b1d2c4e5f60',
  name: 'Chat',
  url,
  event_type: 'onNewRequest',
  headers: { Authorization: { value: null, set: true } },
  language: 'de',
  enabled: true,
  last_delivery: { state: 'delivered', attempts: 1 },
  pending_count: 0,
  failed_count: 0,
})
const { name, events, language } = target
example(notificationTargetBody, {
  ...contents,
  ...{ name, url, events, language },
  headers: { Authorization: 'Bearer secret' },
})
example(testNotificationBody, { ...contents, url, event: 'onNewRequest' })
example(previewNotificationBody, { ...contents, event: 'onNewRequest' })
const request = {
  method: 'POST' as const,
  url,
  headers: { authorization: '***', 'content-type': 'application/json', 'user-agent': 'Earmark/0.1.0' },
  body: '{ "text": "robin asked for The Lighthouse Keeper’s Almanac" }',
}
example(notificationTestSchema, {
  delivered: true,
  request,
  answer: { status: 200, body: 'ok' },
  duration_ms: 120,
  unknown_variables: [],
})
example(notificationPreviewSchema, {
  request,
  sample: {
    eventType: 'onNewRequest',
    eventTitle: 'New request',
    eventText: 'robin requested The Lighthouse Keeper’s Almanac by Ines Calder.',
    eventLevel: 'info',
    eventUser: 'robin',
    joinedUsers: 'robin',
    joinedUsersLabel: 'Requested by',
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
    ...{ eventUserExtraData: '', joinedUsersExtraData: '', errorStatus: '', errorReason: '', reason: '' },
    ...{ torrentInfoHash: '', sourceSizeMB: '', sourceTitle: '', indexerName: '', sourceProtocol: '' },
  },
  problems: [],
  unknown_variables: [{ path: 'body', name: 'bookName' }],
})
example(notificationKindsSchema, {
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
  variables: [...TEMPLATE_VARIABLES],
})
example(personalNotificationsSchema, { allowed: true })
example(patchPersonalNotificationsBody, { allowed: false })
const { public_key } = example(pushKeySchema, {
  public_key: 'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8',
})
example(pushRenewalBody, {
  old_url: 'https://push.example.org/wpush/v2/gAAAAABl',
  url: 'https://push.example.org/wpush/v2/gAAAAABn',
  headers: { p256dh: public_key, auth: 'BTBZMqHH6r4Tts7J_aSIgg' },
})
