import {
  createRouter,
  type RouteLocationNormalized,
  type Router,
  type RouteRecordRaw,
  type RouterHistory,
} from 'vue-router'
import type { MessagePart } from '#contract/words/keys'
import type { PlainMessageKey } from './i18n'
import type { useSessionStore } from './session'

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

interface RouterDependencies {
  history: RouterHistory
  session: Pick<ReturnType<typeof useSessionStore>, 'ready'>
  load: (parts: readonly MessagePart[]) => Promise<void>
}

/** The settings pages. */
const SETTINGS_PAGES: RouteRecordRaw[] = [
  {
    path: '',
    name: 'settings',
    meta: { title: 'settings.title' },
    component: () => import('#client/features/settings/SettingsPage.vue'),
  },
  {
    path: 'account',
    name: 'account',
    meta: { title: 'ownAccount.title', texts: ['follow', 'notifications', 'deliveries', 'failures'] },
    component: () => import('#client/features/account/AccountPage.vue'),
  },
  {
    path: 'account/deliveries',
    name: 'own-deliveries',
    meta: {
      title: 'deliveries.title',
      texts: ['notifications', 'deliveries', 'failures'],
      under: { name: 'account', title: 'ownAccount.title' },
    },
    component: () => import('#client/features/notifications/DeliveriesPage.vue'),
    props: { scope: 'account/notifications' },
  },
  {
    path: 'users',
    name: 'users',
    meta: { title: 'users.title', texts: ['invitations'], admin: true },
    component: () => import('#client/features/users/UsersPage.vue'),
  },
  {
    path: 'requests',
    name: 'request-settings',
    meta: { title: 'settings.names.requests', texts: ['request-settings'], admin: true },
    component: () => import('#client/features/request-settings/RequestSettingsPage.vue'),
  },
  {
    path: 'api-keys',
    name: 'api-keys',
    meta: { title: 'allKeys.title', admin: true },
    component: () => import('#client/features/api-keys/ApiKeysPage.vue'),
  },
  {
    path: 'security',
    name: 'security',
    meta: { title: 'security.title', admin: true },
    component: () => import('#client/features/security/SecurityPage.vue'),
  },
  {
    path: 'audit',
    name: 'audit',
    meta: { title: 'audit.title', admin: true },
    component: () => import('#client/features/audit/AuditPage.vue'),
  },
  {
    path: 'indexers',
    name: 'indexers',
    meta: {
      title: 'settings.names.indexers',
      texts: ['downloads', 'setting-issues', 'connections', 'causes', 'failures'],
      admin: true,
    },
    component: () => import('#client/features/indexers/IndexersPage.vue'),
  },
  {
    path: 'download',
    name: 'download',
    meta: { title: 'settings.names.download', texts: ['book', 'downloads', 'setting-issues'], admin: true },
    component: () => import('#client/features/ranking/RankingPage.vue'),
  },
  {
    path: 'download-clients',
    name: 'download-clients',
    meta: {
      title: 'settings.names.downloadClients',
      texts: ['downloads', 'setting-issues', 'connections', 'causes', 'failures'],
      admin: true,
    },
    component: () => import('#client/features/connections/ConnectionsPage.vue'),
    props: { kind: 'download_client' },
  },
  {
    path: 'library',
    name: 'library',
    meta: {
      title: 'settings.names.library',
      texts: ['downloads', 'setting-issues', 'connections', 'causes', 'failures'],
      admin: true,
    },
    component: () => import('#client/features/connections/ConnectionsPage.vue'),
    props: { kind: 'library' },
  },
  {
    path: 'discover',
    name: 'discover-settings',
    meta: {
      title: 'discover.title',
      texts: ['discover', 'discover-settings', 'setting-issues'],
      admin: true,
    },
    component: () => import('#client/features/discover-settings/DiscoverSettingsPage.vue'),
  },
  {
    path: 'storage',
    name: 'storage',
    meta: { title: 'settings.names.storage', texts: ['storage'], admin: true },
    component: () => import('#client/features/storage/StoragePage.vue'),
  },
  {
    path: 'notifications',
    name: 'notifications',
    meta: { title: 'notifications.title', texts: ['notifications', 'deliveries', 'failures'], admin: true },
    component: () => import('#client/features/notifications/NotificationsPage.vue'),
  },
  {
    path: 'notifications/deliveries',
    name: 'deliveries',
    meta: {
      title: 'deliveries.title',
      texts: ['notifications', 'deliveries', 'failures'],
      admin: true,
      under: { name: 'notifications', title: 'notifications.title' },
    },
    component: () => import('#client/features/notifications/DeliveriesPage.vue'),
    props: { scope: 'notifications' },
  },
]

/** Every page is its own chunk. */
const PAGES: RouteRecordRaw[] = [
  {
    path: '/init',
    name: 'init',
    meta: { title: 'init.title', open: true },
    component: () => import('#client/features/sign-in/InitPage.vue'),
  },
  {
    path: '/login',
    name: 'login',
    meta: { title: 'login.title', texts: ['provider'], open: true },
    component: () => import('#client/features/sign-in/LoginPage.vue'),
  },
  {
    path: '/invite',
    name: 'invite',
    meta: { title: 'login.inviteTitle', texts: ['invitations'], open: true },
    component: () => import('#client/features/invitations/InvitePage.vue'),
  },
  {
    path: '/',
    component: () => import('#client/layout/AppLayout.vue'),
    children: [
      {
        path: '',
        name: 'discover',
        meta: { title: 'discover.title', texts: ['discover', 'setup'] },
        component: () => import('#client/features/discover/DiscoverPage.vue'),
      },
      {
        path: 'search',
        name: 'search',
        meta: { title: 'search.title', texts: ['book'] },
        component: () => import('#client/features/search/SearchPage.vue'),
      },
      {
        path: 'requests',
        name: 'requests',
        meta: { title: 'requests.title', texts: ['book', 'causes', 'failures'] },
        component: () => import('#client/features/requests/RequestsPage.vue'),
      },
      {
        path: 'requests/new',
        name: 'new-request',
        meta: { title: 'request.byHand', texts: ['book'] },
        component: () => import('#client/features/hand-made/HandMadePage.vue'),
      },
      {
        path: 'lists',
        name: 'lists',
        meta: { title: 'lists.title', texts: ['lists'] },
        component: () => import('#client/features/lists/ListsPage.vue'),
      },
      {
        path: 'lists/:id',
        name: 'list',
        meta: { title: 'lists.title', texts: ['lists'] },
        component: () => import('#client/features/lists/ListPage.vue'),
      },
      {
        path: 'book/:asin',
        name: 'book',
        meta: { title: 'book.title', texts: ['book', 'series', 'discover', 'causes', 'failures'] },
        component: () => import('#client/features/book/BookPage.vue'),
      },
      {
        path: 'book/:asin/edit',
        name: 'edit-request',
        meta: { title: 'request.byHand', texts: ['book'] },
        component: () => import('#client/features/hand-made/HandMadePage.vue'),
      },
      {
        path: 'book/:asin/releases',
        name: 'releases',
        meta: { title: 'book.releasesTitle', texts: ['book', 'causes', 'failures'], admin: true },
        component: () => import('#client/features/releases/ReleasesPage.vue'),
      },
      {
        path: 'series/:asin',
        name: 'series',
        meta: { title: 'series.title', texts: ['book', 'series', 'follow'] },
        component: () => import('#client/features/series/SeriesPage.vue'),
      },
      {
        path: 'author/:name',
        name: 'author',
        meta: { title: 'people.author', texts: ['book', 'series', 'follow'] },
        component: () => import('#client/features/people/PersonPage.vue'),
        props: { role: 'author' },
      },
      {
        path: 'narrator/:name',
        name: 'narrator',
        meta: { title: 'people.narrator', texts: ['book', 'series', 'follow'] },
        component: () => import('#client/features/people/PersonPage.vue'),
        props: { role: 'narrator' },
      },
      {
        path: 'calendar',
        name: 'calendar',
        meta: { title: 'nav.calendar', texts: ['follow'] },
        component: () => import('#client/features/follow/CalendarPage.vue'),
      },
      {
        path: 'inbox',
        name: 'inbox',
        meta: { title: 'nav.inbox', texts: ['follow'] },
        component: () => import('#client/features/follow/InboxPage.vue'),
      },
      {
        path: 'follows',
        name: 'follows',
        meta: { title: 'nav.follows', texts: ['follow'] },
        component: () => import('#client/features/follow/FollowsPage.vue'),
      },
      {
        path: 'setup',
        name: 'setup',
        meta: {
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
        },
        component: () => import('#client/features/setup/SetupPage.vue'),
      },
      {
        path: 'settings',
        meta: { texts: ['settings', 'audit'] },
        component: () => import('#client/layout/SettingsLayout.vue'),
        children: SETTINGS_PAGES,
      },
      {
        path: ':path(.*)*',
        name: 'not-found',
        meta: { title: 'notFound.title' },
        component: () => import('#client/layout/NotFoundPage.vue'),
      },
    ],
  },
]

/** The router, which redirects to setup or sign-in until both are done. */
export function createPages({ history, session, load }: RouterDependencies): Router {
  const router = createRouter({
    history,
    routes: PAGES,
    scrollBehavior: (to, from, saved) => saved ?? (to.fullPath === from.fullPath ? false : { top: 0 }),
  })

  router.beforeEach(async (to) => {
    const { initialized, user } = await session.ready()
    if (!initialized) return to.name === 'init' || { name: 'init' }
    if (to.name === 'init') return { name: 'discover' }
    if (user && to.name === 'login') return sameApp(to.query['next'], router)
    if (!user && !to.meta.open) return { name: 'login', query: { next: to.fullPath } }
    // For people without permission the page does not exist; the address stays as typed.
    if (to.meta.admin && user?.role !== 'admin') {
      return { name: 'not-found', params: { path: to.path.split('/').filter(Boolean) }, replace: true }
    }
    // In parallel with the page's code, which is loaded next.
    load(textsOf(to)).catch(() => {})
    return true
  })
  router.beforeResolve((to) => load(textsOf(to)))

  return router
}

const textsOf = ({ matched }: Pick<RouteLocationNormalized, 'matched'>) =>
  matched.flatMap(({ meta }) => meta.texts ?? [])

/**
 * Where to go after signing in: a page of this app, never another address.
 * @param next the requested path under the base path
 */
export function sameApp(next: unknown, router: Pick<Router, 'resolve'>): string {
  if (typeof next !== 'string' || !/^\/(?![/\\])/.test(next)) return '/'
  const { name, fullPath } = router.resolve(next)
  return name === undefined || name === 'login' || name === 'init' ? '/' : fullPath
}
