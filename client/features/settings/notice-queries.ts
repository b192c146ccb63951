import { computed } from 'vue'
import { useAnswer } from '#client/app/calls'
import { useSessionStore } from '#client/app/session'
import { KEYS } from '#client/app/query-keys'

/** Milliseconds for which a response stays fresh: notices change only with a restart. */
const GOOD_FOR = 300_000

/** Problems of the installation, only for administrators; empty until known. */
export function useNotices() {
  const session = useSessionStore()
  const { data } = useAnswer('listNotices', () => ({
    key: [KEYS.notices],
    enabled: session.isAdmin,
    staleTime: GOOD_FOR,
  }))
  return { notices: computed(() => (session.isAdmin ? (data.value ?? []) : [])) }
}
