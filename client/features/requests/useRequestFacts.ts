import { computed, toValue, type MaybeRefOrGetter } from 'vue'
import type { RequestedBookDto } from '#contract/books'
import { useFormat } from '#client/ui/useFormat'
import { useCauseWords } from '#client/ui/useCauseWords'
import { useText } from '#client/app/i18n'
import { pendingCount } from './ownRequest'
import { useSessionStore } from '#client/app/session'

/** What the list says about a request: who, when, and the reason for its state. */
export function useRequestFacts(item: MaybeRefOrGetter<RequestedBookDto>) {
  const { t } = useText()
  const { dateTime, fromNow, names } = useFormat()
  const session = useSessionStore()
  const causeWords = useCauseWords()

  /** In order of request. */
  const requests = computed(() =>
    toValue(item).requests.toSorted((one, other) => one.created_at.localeCompare(other.created_at)),
  )
  const people = computed(() =>
    requests.value.map(({ user_username }) =>
      user_username === toValue(item).username ? t('requests.you') : user_username,
    ),
  )
  const who = computed(() => {
    const [name, ...more] = people.value
    if (name === undefined) return ''
    return more.length === 0 ? name : t('requests.andMore', { name, n: more.length })
  })
  const when = computed(() => {
    const latest = requests.value.at(-1)?.created_at
    return latest === undefined ? null : { words: fromNow(latest), exact: dateTime(latest), time: latest }
  })
  const authors = computed(() => {
    const list = toValue(item).book.authors
    return list.length > 0 ? names(list) : t('book.unknownAuthor')
  })
  const note = computed(() => {
    const { book, download_error } = toValue(item)
    if (book.status === 'not_found' && book.next_try_at !== null) {
      return t('status.nextAttempt', { time: fromNow(book.next_try_at) })
    }
    if (book.status === 'declined') {
      const reason = requests.value.find((request) => request.reason !== null)?.reason
      return reason ? t('status.reason', { reason }) : null
    }
    return book.status === 'failed' ? causeWords(book.cause, book.error ?? download_error) : null
  })

  /** Requests that still wait for approval although others were approved. */
  const waiting = computed(() => {
    const n = pendingCount(toValue(item))
    if (n === 0 || toValue(item).book.status === 'waiting_for_approval') return null
    return session.isAdmin ? t('requests.waitingBesides', { n }) : t('requests.ownWaitsBesides')
  })

  return { waiting, who, everyone: computed(() => people.value.join(', ')), when, authors, note }
}
