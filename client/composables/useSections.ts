import { Inbox, Search, Settings } from '@lucide/vue'
import { computed } from 'vue'
import type { Component } from 'vue'
import { useText } from '../i18n'
import { useSessionStore } from '../stores/session'

export interface Section {
  /** Name of the route it leads to. */
  name: 'search' | 'requests' | 'notifications'
  label: string
  icon: Component
}

/** The main parts of the app that this person may open. */
export function useSections() {
  const { t } = useText()
  const session = useSessionStore()

  const sections = computed<Section[]>(() => [
    { name: 'search', label: t('nav.search'), icon: Search },
    { name: 'requests', label: t('nav.requests'), icon: Inbox },
    ...(session.isAdmin
      ? [{ name: 'notifications' as const, label: t('nav.settings'), icon: Settings }]
      : []),
  ])
  return { sections }
}
