import type { EntryKey } from '@pinia/colada'
import type { LiveEvent } from '#contract/system'

/** The first part of each query key, by which cached responses are invalidated. */
export const KEYS = {
  discover: 'discover',
  search: 'search',
  requests: 'requests',
  quota: 'quota',
  lists: 'lists',
  books: 'books',
  series: 'series',
  follow: 'follow',
  inbox: 'inbox',
  samples: 'samples',
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

/** Which cached responses a live event invalidates. */
export const TOUCHED_BY: Record<LiveEvent['topic'], readonly string[]> = {
  requests: [
    KEYS.requests,
    KEYS.discover,
    KEYS.search,
    KEYS.books,
    KEYS.series,
    KEYS.follow,
    KEYS.quota,
    KEYS.lists,
    KEYS.requestSettings,
    KEYS.discoverSettings,
  ],
  lists: [KEYS.lists],
  releases: [KEYS.releases, KEYS.downloadPreview],
  indexers: [KEYS.indexers, KEYS.indexerList, KEYS.notices, KEYS.books],
  connections: [KEYS.connections, KEYS.indexerList, KEYS.notices],
  notifications: [KEYS.notifications],
  inbox: [KEYS.inbox, KEYS.follow],
  follows: [KEYS.follow, KEYS.discover],
  storage: [KEYS.storage],
  session: [KEYS.account, KEYS.security, KEYS.quota],
}

/**
 * What a change to requests makes stale: the same as a live event about them.
 * @param awaited the response to wait for, which comes last
 */
export function staleRequests(awaited: string): EntryKey[] {
  return [...TOUCHED_BY.requests.filter((key) => key !== awaited), awaited].map((key) => [key])
}
