import { BookCheck, CircleStop, CircleX, ListMusic, RotateCcw, ScanSearch, Wand } from '@lucide/vue'
import { computed, toValue, type Component, type MaybeRefOrGetter } from 'vue'
import { useRouter } from 'vue-router'
import type { BookAction, RequestedBookDto } from '#contract/books'
import { useText } from '#client/app/i18n'
import { useDecision } from './useDecision'

interface MenuAction {
  action: BookAction
  icon: Component
  text: string
  /** The confirmation question. */
  question?: string | undefined
  act: () => Promise<unknown>
}

/** The decisions about getting a book, in the order of the menu. */
const DECISIONS = [
  { action: 'auto_download', icon: Wand, operation: 'autoDownload' },
  { action: 'retry', icon: ScanSearch, operation: 'retryRequest' },
  { action: 'mark_available', icon: BookCheck, operation: 'markAvailable' },
  { action: 'mark_arrived', icon: BookCheck, operation: 'markArrived' },
  { action: 'mark_failed', icon: CircleX, operation: 'markFailed' },
  { action: 'revert', icon: RotateCcw, operation: 'revertRequest' },
  { action: 'stop', icon: CircleStop, operation: 'stopRequest' },
] as const

/** What this person may do about getting a book, as allowed by the server. Requires the texts about books. */
export function useBookActions(item: MaybeRefOrGetter<RequestedBookDto>) {
  const { t } = useText()
  const router = useRouter()
  const { busy, decide } = useDecision(() => toValue(item).book.title)

  const menu = computed(() => {
    const { book, actions } = toValue(item)
    const params = { asin: book.asin }
    const view: MenuAction = {
      action: 'view_releases',
      icon: ListMusic,
      text: t('manage.actions.view_releases'),
      act: () => router.push({ name: 'releases', params }),
    }
    const decisions = DECISIONS.map(({ action, icon, operation }) => {
      const asks = action === 'mark_failed' || action === 'revert' || action === 'stop'
      return {
        action,
        icon,
        text: t(`manage.actions.${action}`),
        question: asks ? t(`manage.really.${action}`) : undefined,
        act: () => decide(action, (call) => call(operation, { params })),
      }
    })
    return [view, ...decisions].filter(({ action }) => actions.includes(action))
  })
  return { busy, menu, decide }
}
