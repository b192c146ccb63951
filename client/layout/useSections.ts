import { Compass, Inbox, Search, Settings } from '@lucide/vue'
import { computed, type Component } from 'vue'
import { useRoute } from 'vue-router'
import { useText } from '#client/app/i18n'
import { usePendingRequests } from '#client/features/requests/pending-queries'
import { useNotices } from '#client/features/settings/notice-queries'

export interface Section {
  /** Name of the route it leads to. */
  name: 'discover' | 'search' | 'requests' | 'settings'
  label: string
  icon: Component
  /** The link's `aria-current`: on its page, or on one below it. */
  current: 'page' | 'true' | undefined
  /** Whether something in it needs attention. */
  attention: boolean
  /** How many items in it wait for a decision. */
  pending: number
}

/** The main sections of the app. */
export function useSections() {
  const { t } = useText()
  const route = useRoute()
  const { notices } = useNotices()
  const { pending } = usePendingRequests()

  function section(name: Section['name'], label: string, icon: Component): Section {
    const below = name === 'settings' && route.path.startsWith('/settings/')
    return {
      name,
      label,
      icon,
      current: route.name === name ? 'page' : below ? 'true' : undefined,
      attention: name === 'settings' && notices.value.length > 0,
      pending: name === 'requests' ? pending.value : 0,
    }
  }

  const sections = computed<Section[]>(() => [
    section('discover', t('nav.discover'), Compass),
    section('search', t('nav.search'), Search),
    section('requests', t('nav.requests'), Inbox),
    section('settings', t('nav.settings'), Settings),
  ])
  return { sections }
}
