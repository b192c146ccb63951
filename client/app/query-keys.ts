import type { LiveEvent } from '#contract/system'

/** First parts of the keys of cached answers; what invalidates them names these. */
export const KEYS = {
  discover: 'discover',
  search: 'search',
  requests: 'requests',
  quota: 'quota',
  lists: 'lists',
  books: 'books',
  series: 'series',
  releases: 'releases',
  notifications: 'notifications',
  notificationForm: 'notification-form',
  account: 'account',
  users: 'users',
  apiKeys: 'api-keys',
  invitations: 'invitations',
  openInvitation: 'open-invitation',
  security: 'security',
  audit: 'audit',
  notices: 'notices',
  indexers: 'indexers',
  indexerList: 'indexer-list',
  connections: 'connections',
  downloadSettings: 'download-settings',
  downloadPreview: 'download-preview',
  storage: 'storage',
  requestSettings: 'request-settings',
  discoverSettings: 'discover-settings',
} as const

/** Which cached answers a live event makes stale. */
export const TOUCHED_BY: Record<LiveEvent['topic'], readonly string[]> = {
  requests: [
    KEYS.requests,
    KEYS.discover,
    KEYS.search,
    KEYS.books,
    KEYS.series,
    KEYS.quota,
    KEYS.lists,
    KEYS.requestSettings,
    KEYS.discoverSettings,
  ],
  lists: [KEYS.lists],
  releases: [KEYS.releases, KEYS.downloadPreview],
  indexers: [KEYS.indexers, KEYS.indexerList, KEYS.notices, KEYS.books],
  connections: [KEYS.connections, KEYS.indexerList],
  notifications: [KEYS.notifications],
  inbox: [],
  storage: [KEYS.storage],
  session: [KEYS.account, KEYS.security, KEYS.quota],
}
