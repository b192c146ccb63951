import { computed, toValue, type MaybeRefOrGetter } from 'vue'
import type { RequestedBookDto } from '#contract/books'
import { useText } from '#client/app/i18n'
import { useOutcome } from '#client/ui/useOutcome'
import { useBookRequest } from './queries'

/** Requests a book; a message reports the result. */
export function useRequesting(item: MaybeRefOrGetter<RequestedBookDto>) {
  const { t } = useText()
  const { say } = useOutcome()
  const { busy, ask, askAgain } = useBookRequest(item)
  const title = computed(() => toValue(item).book.title)

  const said = (act: () => Promise<void>) =>
    say(act, {
      done: () => t('request.done', { title: title.value }),
      failed: (reason) => t('request.failed', { title: title.value, reason }),
    })
  return {
    busy,
    request: () => said(ask),
    /** Searches again for an available book. */
    requestAgain: () => said(askAgain),
  }
}
