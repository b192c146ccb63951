import { useQuery } from '@pinia/colada'
import { computed } from 'vue'
import { useHttp } from '#client/app/connection'
import { useSessionStore } from '#client/app/session'
import { KEYS } from '#client/app/query-keys'

/** How long an answer is good for, in ms: these things change with a restart. */
const GOOD_FOR = 300_000

/** What is wrong with the installation; asked for by administrators alone, and empty until it is known. */
export function useNotices() {
  const http = useHttp()
  const session = useSessionStore()
  const { data } = useQuery(() => ({
    key: [KEYS.notices],
    query: ({ signal }) => http.call('listNotices', { signal }),
    enabled: session.isAdmin,
    staleTime: GOOD_FOR,
  }))
  return { notices: computed(() => (session.isAdmin ? (data.value ?? []) : [])) }
}
