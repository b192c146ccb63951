import type { RouteLocationRaw } from 'vue-router'
import type { TargetScope } from './queries'

const PAGES: Record<TargetScope, string> = {
  notifications: 'deliveries',
  'account/notifications': 'own-deliveries',
}

/** Where the delivery log is. @param target id of the one whose deliveries are shown; all of them without */
export function logOf(scope: TargetScope, target?: string): RouteLocationRaw {
  return { name: PAGES[scope], query: target === undefined ? {} : { target } }
}
