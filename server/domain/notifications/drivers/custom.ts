import type { TargetKind } from '#server/domain/notifications/kind.types'

/** Any service that accepts an HTTP POST. Messages are sent as written. */
export const custom: TargetKind = {
  kind: 'custom',
  addressExample: 'https://example.org/hooks/books',
  bodyTypes: ['json', 'text'],
  body: JSON.stringify({ title: '{eventTitle}', message: '{eventText}' }, null, 2),
  headers: {},
  token: null,
  openHeaders: [],
  limits: [],
}
