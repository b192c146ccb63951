import { computed, toValue, type MaybeRefOrGetter } from 'vue'
import type { RequestedBookDto } from '#contract/books'
import { useText } from '#client/app/i18n'
import { useOutcome } from '#client/ui/useOutcome'
import { isMine, hasActiveRequest, isWantedByOthers } from './ownRequest'
import { useBookRequest } from './queries'

/** Requests a book; a message reports the result. */
export function useRequesting(item: MaybeRefOrGetter<RequestedBookDto>) {
  const { t } = useText()
  const { report } = useOutcome()
  const { busy, request, requestAgain } = useBookRequest(item)
  const title = computed(() => toValue(item).book.title)

  const reported = (act: () => Promise<void>) =>
    report(act, {
      done: () => t('request.done', { title: title.value }),
      failed: (reason) => t('request.failed', { title: title.value, reason }),
    })
  /** The action's name and accessible name: join others' requests, request again, or request. */
  const words = computed(() => {
    const about = { title: title.value }
    const shown = toValue(item)
    if (isMine(shown) && !hasActiveRequest(shown))
      return { text: t('request.askAgain'), label: t('request.askAgainFor', about) }
    if (isWantedByOthers(shown)) return { text: t('request.join'), label: t('request.joinFor', about) }
    return { text: t('request.ask'), label: t('request.askFor', about) }
  })
  return {
    busy,
    words,
    request: () => reported(request),
    /** Searches again for an available book. */
    requestAgain: () => reported(requestAgain),
  }
}
