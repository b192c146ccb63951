/** What the operations under one tag are about. The tag is the first part of their path that says so. */
export const TAGS: Readonly<Record<string, string>> = {
  health: 'Whether this server works',
  session: 'What a page needs to know first: who is signed in, and how to sign in',
  init: 'The first set-up',
  events: 'What changes, as it happens',
  auth: 'Signing in and out',
  account: 'The caller’s own account: password, sessions, devices, feed and notifications',
  'api-keys': 'API keys of everyone',
  users: 'Accounts',
  invitations: 'Invitations to create an account',
  search: 'The catalogue',
  books: 'One audiobook: its page, editions, sample and place in the library',
  covers: 'Covers',
  series: 'Books of a series',
  authors: 'Books of an author',
  narrators: 'Books of a narrator',
  recommendations: 'The rows of Discover',
  discover: 'Which rows Discover has',
  requests: 'Who wants what, and getting it',
  lists: 'Imported lists of books',
  follows: 'Series, authors and narrators that the caller follows',
  inbox: 'New books of what the caller follows',
  calendar: 'Upcoming books',
  feeds: 'The calendar for calendar apps and feed readers',
  'judged-pairs': 'What administrators said against verdicts',
  indexers: 'Indexers',
  'indexer-file': 'The watched configuration file',
  connections: 'Download clients and libraries',
  download: 'How releases are chosen',
  notifications: 'Notification targets of the server',
  deliveries: 'What was sent to them',
  security: 'Login type and OpenID Connect',
  storage: 'What is kept, and for how long',
  audit: 'The audit log',
  system: 'What administrators should know',
  'getting-started': 'The first steps',
  v1: 'Figures for dashboards that support Overseerr',
}

/** `/api/settings/notifications/{id}` is about notifications, `/api/requests/{asin}` about requests. */
export function tagOf(path: string): string {
  const segments = path.split('/').filter((segment) => segment !== 'api' && segment !== 'settings')
  return segments[1] ?? 'api'
}
