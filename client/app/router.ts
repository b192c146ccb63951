import { createRouter, type RouteLocationNormalized, type Router, type RouterHistory } from 'vue-router'
import type { MessagePart } from '#contract/words/keys'
import { PAGES } from './routes'
import type { useSessionStore } from './session'

interface RouterDependencies {
  history: RouterHistory
  session: Pick<ReturnType<typeof useSessionStore>, 'ready'>
  load: (parts: readonly MessagePart[]) => Promise<void>
}

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
