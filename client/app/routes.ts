import type { RouteMeta, RouteRecordRaw } from 'vue-router'
import type { MessagePart } from '#contract/words/keys'
import type { PlainMessageKey } from './i18n'

declare module 'vue-router' {
  interface RouteMeta {
    title?: PlainMessageKey
    /** The texts it needs in addition to those of every page. */
    texts?: readonly MessagePart[]
    /** Open to people who are not signed in. */
    open?: boolean
    admin?: boolean
    /** The settings page that it is a subpage of. */
    under?: { name: string; title: PlainMessageKey }
  }
}

interface Page extends RouteMeta {
  /** The path if omitted. */
  name?: string
  props?: Record<string, string>
}

/** A page, in a chunk of its own. */
function page(
  path: string,
  component: NonNullable<RouteRecordRaw['component']>,
  { name = path, props = {}, ...meta }: Page,
): RouteRecordRaw {
  return { path, name, props, meta, component }
}

/** The settings pages. */
const SETTINGS_PAGES: RouteRecordRaw[] = [
  page('', () => import('#client/features/settings/SettingsPage.vue'), {
    name: 'settings',
    title: 'settings.title',
  }),
  page('account', () => import('#client/features/account/AccountPage.vue'), {
    title: 'ownAccount.title',
    texts: ['follow', 'notifications', 'deliveries', 'failures'],
  }),
  page('account/deliveries', () => import('#client/features/notifications/DeliveriesPage.vue'), {
    name: 'own-deliveries',
    title: 'deliveries.title',
    texts: ['notifications', 'deliveries', 'failures'],
    under: { name: 'account', title: 'ownAccount.title' },
    props: { scope: 'account/notifications' },
  }),
  page('users', () => import('#client/features/users/UsersPage.vue'), {
    title: 'users.title',
    texts: ['invitations'],
    admin: true,
  }),
  page('requests', () => import('#client/features/request-settings/RequestSettingsPage.vue'), {
    name: 'request-settings',
    title: 'settings.names.requests',
    texts: ['request-settings'],
    admin: true,
  }),
  page('api-keys', () => import('#client/features/api-keys/ApiKeysPage.vue'), {
    title: 'allKeys.title',
    admin: true,
  }),
  page('security', () => import('#client/features/security/SecurityPage.vue'), {
    title: 'security.title',
    texts: ['failures'],
    admin: true,
  }),
  page('audit', () => import('#client/features/audit/AuditPage.vue'), {
    title: 'audit.title',
    texts: ['failures'],
    admin: true,
  }),
  page('indexers', () => import('#client/features/indexers/IndexersPage.vue'), {
    title: 'settings.names.indexers',
    texts: ['downloads', 'setting-issues', 'connections', 'causes', 'failures'],
    admin: true,
  }),
  page('download', () => import('#client/features/ranking/RankingPage.vue'), {
    title: 'settings.names.download',
    texts: ['book', 'downloads', 'setting-issues'],
    admin: true,
  }),
  page('download-clients', () => import('#client/features/connections/ConnectionsPage.vue'), {
    title: 'settings.names.downloadClients',
    texts: ['setting-issues', 'connections', 'causes', 'failures'],
    admin: true,
    props: { kind: 'download_client' },
  }),
  page('library', () => import('#client/features/connections/ConnectionsPage.vue'), {
    title: 'settings.names.library',
    texts: ['setting-issues', 'connections', 'causes', 'failures'],
    admin: true,
    props: { kind: 'library' },
  }),
  page('discover', () => import('#client/features/discover-settings/DiscoverSettingsPage.vue'), {
    name: 'discover-settings',
    title: 'discover.title',
    texts: ['discover', 'discover-settings', 'setting-issues'],
    admin: true,
  }),
  page('storage', () => import('#client/features/storage/StoragePage.vue'), {
    title: 'settings.names.storage',
    texts: ['storage'],
    admin: true,
  }),
  page('notifications', () => import('#client/features/notifications/NotificationsPage.vue'), {
    title: 'notifications.title',
    texts: ['notifications', 'deliveries', 'failures'],
    admin: true,
  }),
  page('notifications/deliveries', () => import('#client/features/notifications/DeliveriesPage.vue'), {
    name: 'deliveries',
    title: 'deliveries.title',
    texts: ['notifications', 'deliveries', 'failures'],
    admin: true,
    under: { name: 'notifications', title: 'notifications.title' },
    props: { scope: 'notifications' },
  }),
]

/** Every page. */
export const PAGES: RouteRecordRaw[] = [
  page('/init', () => import('#client/features/sign-in/InitPage.vue'), {
    name: 'init',
    title: 'init.title',
    texts: ['init'],
    open: true,
  }),
  page('/login', () => import('#client/features/sign-in/LoginPage.vue'), {
    name: 'login',
    title: 'login.title',
    texts: ['provider'],
    open: true,
  }),
  page('/invite', () => import('#client/features/invitations/InvitePage.vue'), {
    name: 'invite',
    title: 'login.inviteTitle',
    texts: ['invitations'],
    open: true,
  }),
  {
    path: '/',
    component: () => import('#client/layout/AppLayout.vue'),
    children: [
      page('', () => import('#client/features/discover/DiscoverPage.vue'), {
        name: 'discover',
        title: 'discover.title',
        texts: ['discover', 'setup'],
      }),
      page('search', () => import('#client/features/search/SearchPage.vue'), {
        title: 'search.title',
        texts: ['book'],
      }),
      page('requests', () => import('#client/features/requests/RequestsPage.vue'), {
        title: 'requests.title',
        texts: ['book', 'causes', 'failures'],
      }),
      page('requests/new', () => import('#client/features/hand-made/HandMadePage.vue'), {
        name: 'new-request',
        title: 'request.byHand',
        texts: ['book'],
      }),
      page('lists', () => import('#client/features/lists/ListsPage.vue'), {
        title: 'lists.title',
        texts: ['lists'],
      }),
      page('lists/:id', () => import('#client/features/lists/ListPage.vue'), {
        name: 'list',
        title: 'lists.title',
        texts: ['lists'],
      }),
      page('book/:asin', () => import('#client/features/book/BookPage.vue'), {
        name: 'book',
        title: 'book.title',
        texts: ['book', 'series', 'discover', 'causes', 'failures'],
      }),
      page('book/:asin/edit', () => import('#client/features/hand-made/HandMadePage.vue'), {
        name: 'edit-request',
        title: 'request.byHand',
        texts: ['book'],
      }),
      page('book/:asin/releases', () => import('#client/features/releases/ReleasesPage.vue'), {
        name: 'releases',
        title: 'book.releasesTitle',
        texts: ['book', 'causes', 'failures'],
        admin: true,
      }),
      page('series/:asin', () => import('#client/features/series/SeriesPage.vue'), {
        name: 'series',
        title: 'series.title',
        texts: ['book', 'series', 'follow'],
      }),
      page('author/:name', () => import('#client/features/people/PersonPage.vue'), {
        name: 'author',
        title: 'people.author',
        texts: ['book', 'series', 'follow'],
        props: { role: 'author' },
      }),
      page('narrator/:name', () => import('#client/features/people/PersonPage.vue'), {
        name: 'narrator',
        title: 'people.narrator',
        texts: ['book', 'series', 'follow'],
        props: { role: 'narrator' },
      }),
      page('calendar', () => import('#client/features/follow/CalendarPage.vue'), {
        title: 'nav.calendar',
        texts: ['follow'],
      }),
      page('inbox', () => import('#client/features/follow/InboxPage.vue'), {
        title: 'nav.inbox',
        texts: ['follow'],
      }),
      page('follows', () => import('#client/features/follow/FollowsPage.vue'), {
        title: 'nav.follows',
        texts: ['follow'],
      }),
      page('setup', () => import('#client/features/setup/SetupPage.vue'), {
        title: 'setup.title',
        texts: [
          'settings',
          'setup',
          'downloads',
          'setting-issues',
          'connections',
          'invitations',
          'causes',
          'notifications',
          'deliveries',
          'failures',
        ],
        admin: true,
      }),
      {
        path: 'settings',
        meta: { texts: ['settings', 'audit', 'causes', 'failures'] },
        component: () => import('#client/layout/SettingsLayout.vue'),
        children: SETTINGS_PAGES,
      },
      // Where dashboards link to for a person, as in Overseerr.
      { path: 'users/:id(\\d+)?', redirect: '/settings/users' },
      page(':path(.*)*', () => import('#client/layout/NotFoundPage.vue'), {
        name: 'not-found',
        title: 'notFound.title',
      }),
    ],
  },
]
