import { computed } from 'vue'
import { useAnswer } from '#client/app/calls'
import { useSessionStore } from '#client/app/session'
import { KEYS } from '#client/app/query-keys'

/** How long an answer is good for, in ms: these things change with a restart. */
const GOOD_FOR = 300_000

/** What is wrong with the installation; asked for by administrators alone, and empty until it is known. */
export function useNotices() {
  const session = useSessionStore()
  const { data } = useAnswer('listNotices', () => ({
    key: [KEYS.notices],
    enabled: session.isAdmin,
    staleTime: GOOD_FOR,
  }))
  return { notices: computed(() => (session.isAdmin ? (data.value ?? []) : [])) }
}
