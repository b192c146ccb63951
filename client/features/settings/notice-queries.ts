import { computed } from 'vue'
import { useApiQuery } from '#client/app/calls'
import { useSessionStore } from '#client/app/session'
import { KEYS } from '#client/app/query-keys'

/** Milliseconds for which a response stays fresh: notices change only with a restart. */
const STALE_TIME = 300_000

/** Problems of the installation, only for administrators. */
export function useNotices() {
  const session = useSessionStore()
  const { data, isPending } = useApiQuery('listNotices', () => ({
    key: [KEYS.notices],
    enabled: session.isAdmin,
    staleTime: STALE_TIME,
  }))
  const notices = computed(() => (session.isAdmin ? (data.value ?? []) : []))
  return {
    /** Empty until known. */
    notices,
    /** Why nothing can be searched, or null; undefined until known. */
    searchIssue: computed(() => {
      const issue = notices.value.find((notice) => notice.code !== 'untrusted_proxy')
      return issue ?? (isPending.value ? undefined : null)
    }),
  }
}
