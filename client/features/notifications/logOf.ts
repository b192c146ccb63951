import type { RouteLocationRaw } from 'vue-router'
import type { TargetScope } from './queries'

const PAGES: Record<TargetScope, string> = {
  notifications: 'deliveries',
  'account/notifications': 'own-deliveries',
}

/** The route of the delivery log. @param target id to filter by; all targets if omitted */
export function logOf(scope: TargetScope, target?: string): RouteLocationRaw {
  return { name: PAGES[scope], query: target === undefined ? {} : { target } }
}
