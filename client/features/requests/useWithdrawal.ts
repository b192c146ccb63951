import { computed, toValue, type MaybeRefOrGetter } from 'vue'
import type { RequestedBookDto } from '#contract/books'
import { useText } from '#client/app/i18n'
import { useOutcome } from '#client/ui/useOutcome'
import { othersCount, withdrawsAll } from './ownRequest'
import { useBookRequest } from './queries'

/** Taking a request back: what is asked before, and doing it with what came of it said in a message. */
export function useWithdrawal(item: MaybeRefOrGetter<RequestedBookDto>) {
  const { t } = useText()
  const { say } = useOutcome()
  const { busy, withdraw } = useBookRequest(item)
  const title = computed(() => toValue(item).book.title)

  /** Where withdrawing takes everyone's requests, the question says so. */
  const question = computed(() => {
    const shown = toValue(item)
    return withdrawsAll(shown) && othersCount(shown) > 0
      ? t('request.reallyWithdrawAll', { n: shown.requester_count })
      : t('request.reallyWithdraw')
  })
  const withdrawIt = () =>
    say(withdraw, {
      done: () => t('request.withdrawn', { title: title.value }),
      failed: (reason) => t('request.withdrawFailed', { title: title.value, reason }),
    })
  return { busy, question, withdrawIt }
}
