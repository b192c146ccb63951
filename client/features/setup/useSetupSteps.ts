import { computed } from 'vue'
import { useAccount } from '#client/features/account/queries'
import { useConnections } from '#client/features/connections/queries'
import { isComplete } from '#client/features/connections/settingsDraft'
import { useIndexerConfigurations, useIndexers } from '#client/features/indexers/queries'
import { useInvitations, useMayInvite } from '#client/features/invitations/queries'
import { useNotificationTargets } from '#client/features/notifications/queries'
import { useUsers } from '#client/features/users/queries'

export type SetupStep = 'region' | 'indexer' | 'download_client' | 'library' | 'notifications' | 'people'

const FIRST = { limit: 1, offset: 0 }

/**
 * The steps of the setup and which are done, derived from the settings: people can continue in any browser,
 * and settings made elsewhere count too.
 */
export function useSetupSteps() {
  const mayInvite = useMayInvite()
  const account = useAccount()
  const { isReady: isSearchReady, isPending: isSearchPending } = useSearchReady()
  const clients = useConnections('download_client')
  const libraries = useConnections('library')
  const targets = useNotificationTargets('notifications')
  const users = useUsers({ q: '', ...FIRST })
  const invitations = useInvitations(FIRST)

  const isThere = (list: readonly unknown[] | undefined) => (list?.length ?? 0) > 0
  const done = computed<Record<SetupStep, boolean>>(() => ({
    region: typeof account.data.value?.default_region === 'string',
    indexer: isSearchReady.value,
    download_client: isThere(clients.data.value),
    library: isThere(libraries.data.value),
    notifications: isThere(targets.data.value),
    people: (users.data.value?.total ?? 0) > 1 || (invitations.data.value?.total ?? 0) > 0,
  }))

  const names = computed<SetupStep[]>(() => [
    'region',
    'indexer',
    'download_client',
    'library',
    'notifications',
    ...(mayInvite.value ? (['people'] as const) : []),
  ])
  const queries = [account, clients, libraries, targets, users, invitations]
  return {
    steps: computed(() => names.value.map((name) => ({ name, done: done.value[name] }))),
    /** Whether it is unknown what is done. */
    isPending: computed(() => isSearchPending.value || queries.some(({ isPending }) => isPending.value)),
  }
}

/** Whether the search service is enabled and complete. */
function useSearchReady() {
  const indexers = useIndexers()
  const configurations = useIndexerConfigurations()
  return {
    isReady: computed(() => {
      const service = indexers.data.value?.[0]
      return service?.enabled === true && isComplete(configurations.data.value?.[service.name] ?? [], service)
    }),
    isPending: computed(() => indexers.isPending.value || configurations.isPending.value),
  }
}
