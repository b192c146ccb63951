import { computed } from 'vue'
import type { QuotaStandingDto } from '#contract/quotas'
import { useApiQuery } from '#client/app/calls'
import { useText } from '#client/app/i18n'
import { KEYS } from '#client/app/query-keys'
import { useSessionStore } from '#client/app/session'
import { useFormat } from '#client/ui/useFormat'

/** What is left of the person's quota; administrators have no limit. */
export function useQuota() {
  const session = useSessionStore()
  return useApiQuery('getOwnQuota', () => ({ key: [KEYS.quota], enabled: !session.isAdmin }))
}

/** What is left of a quota, as text; null if unlimited. */
export function useQuotaWords() {
  const { t } = useText()
  const { upcoming } = useFormat()

  return ({ quota, left, next_at }: QuotaStandingDto): string | null => {
    if (quota === null || left === null) return null
    const limit = quota.requests
    if (next_at === null) return t('quota.left', { left, limit })
    const when = upcoming(next_at)
    return left === 0 ? t('quota.none', { when }) : t('quota.leftUntil', { left, limit, when })
  }
}

/** The element that describes it for all buttons on a page. */
export const QUOTA_NOTE_ID = 'quota-note'

/** What a request button says about the quota. */
export function useQuotaNote() {
  const { data } = useQuota()
  const wordsOf = useQuotaWords()
  return {
    note: computed(() => (data.value ? wordsOf(data.value) : null)),
    usedUp: computed(() => data.value?.left === 0),
  }
}
