import { useApiQuery, useChange } from '#client/app/calls'
import type { BodyOf } from '#client/app/operations'
import { KEYS } from '#client/app/query-keys'

/** Retention limits and the space used. */
export const useStorage = () => useApiQuery('getStorage', () => ({ key: [KEYS.storage] }))

/** Changes the retention limits. */
export const useStorageChange = () =>
  useChange((call, body: BodyOf<'patchStorage'>) => call('patchStorage', { body }), [KEYS.storage])

/** Deletes old entries at once. */
export const useCleaningUp = () => useChange((call) => call('cleanUpStorage', {}), [KEYS.storage])
