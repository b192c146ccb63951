import { BookCheck, CircleStop, CircleX, ListMusic, RotateCcw, ScanSearch, Wand } from '@lucide/vue'
import { computed, toValue, type Component, type MaybeRefOrGetter } from 'vue'
import { useRouter } from 'vue-router'
import type { BookAction, RequestedBookDto } from '#contract/books'
import { useText } from '#client/app/i18n'
import { useDecision } from './useDecision'

interface BookDeed {
  action: BookAction
  icon: Component
  text: string
  /** The confirmation question. */
  question?: string
  act: () => Promise<unknown>
}

type Texts = ReturnType<typeof useText>['t']
type Decide = ReturnType<typeof useDecision>['decide']

/** What this person may do about getting a book, as allowed by the server. Requires the texts about books. */
export function useBookActions(item: MaybeRefOrGetter<RequestedBookDto>) {
  const { t } = useText()
  const router = useRouter()
  const { busy, decide } = useDecision(() => toValue(item).book.title)

  const deeds = computed(() => {
    const { book, actions } = toValue(item)
    const asked = { params: { asin: book.asin } }
    const view: BookDeed = {
      action: 'view_releases',
      icon: ListMusic,
      text: t('manage.releases'),
      act: () => router.push({ name: 'releases', ...asked }),
    }
    return [view, ...decisionsOn(asked, t, decide)].filter(({ action }) => actions.includes(action))
  })
  return { busy, deeds, decide }
}

/** The decisions about getting a book; `asked` identifies it. */
function decisionsOn(asked: { params: { asin: string } }, t: Texts, decide: Decide): BookDeed[] {
  return [
    {
      action: 'auto_download',
      icon: Wand,
      text: t('manage.auto'),
      act: () => decide('auto', (call) => call('autoDownload', asked)),
    },
    {
      action: 'retry',
      icon: ScanSearch,
      text: t('manage.retry'),
      act: () => decide('retry', (call) => call('retryRequest', asked)),
    },
    {
      action: 'mark_available',
      icon: BookCheck,
      text: t('manage.markAvailable'),
      act: () => decide('downloaded', (call) => call('markDownloaded', asked)),
    },
    {
      action: 'mark_arrived',
      icon: BookCheck,
      text: t('manage.arrived'),
      act: () => decide('arrived', (call) => call('markArrived', asked)),
    },
    {
      action: 'mark_failed',
      icon: CircleX,
      text: t('manage.markFailed'),
      question: t('manage.reallyFailed'),
      act: () => decide('failed', (call) => call('markFailed', asked)),
    },
    {
      action: 'revert',
      icon: RotateCcw,
      text: t('manage.revert'),
      question: t('manage.reallyRevert'),
      act: () => decide('revert', (call) => call('revertRequest', asked)),
    },
    {
      action: 'stop',
      icon: CircleStop,
      text: t('manage.stop'),
      question: t('manage.reallyStop'),
      act: () => decide('stop', (call) => call('stopRequest', asked)),
    },
  ]
}
