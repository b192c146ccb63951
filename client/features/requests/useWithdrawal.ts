import { computed, toValue, type MaybeRefOrGetter } from 'vue'
import type { RequestedBookDto } from '#contract/books'
import { useText } from '#client/app/i18n'
import { useOutcome } from '#client/ui/useOutcome'
import { othersCount, withdrawsAll } from './ownRequest'
import { useBookRequest } from './queries'

/** Withdraws a request: the confirmation, and a message that reports the result. */
export function useWithdrawal(item: MaybeRefOrGetter<RequestedBookDto>) {
  const { t } = useText()
  const { report } = useOutcome()
  const { busy, withdraw } = useBookRequest(item)
  const title = computed(() => toValue(item).book.title)

  /** If withdrawing removes everyone's requests, the question says so. */
  const question = computed(() => {
    const shown = toValue(item)
    return withdrawsAll(shown) && othersCount(shown) > 0
      ? t('request.reallyWithdrawAll', { n: shown.requester_count })
      : t('request.reallyWithdraw')
  })
  const withdrawIt = () =>
    report(withdraw, {
      done: () => t('request.withdrawn', { title: title.value }),
      failed: (reason) => t('request.withdrawFailed', { title: title.value, reason }),
    })
  return { busy, question, withdrawIt }
}
