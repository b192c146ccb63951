import { computed } from 'vue'
import type { NoticeDto } from '#contract/system'
import { useApiQuery } from '#client/app/calls'
import { useSessionStore } from '#client/app/session'
import { KEYS } from '#client/app/query-keys'

/** Whether a notice says why nothing can be searched. */
const isSearchIssue = (notice: NoticeDto) => 'settings' in notice

/** Milliseconds for which a response stays fresh; events about connections refresh it sooner. */
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
      const issue = notices.value.find(isSearchIssue)
      return issue ?? (isPending.value ? undefined : null)
    }),
  }
}
