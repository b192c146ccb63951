import { useAnswer, useChange } from '#client/app/calls'
import type { BodyOf } from '#client/app/operations'
import { KEYS } from '#client/app/query-keys'

/** How long what is kept, and what it takes. */
export const useStorage = () => useAnswer('getStorage', () => ({ key: [KEYS.storage] }))

/** Changing how long what is kept. */
export const useStorageChange = () =>
  useChange((call, body: BodyOf<'patchStorage'>) => call('patchStorage', { body }), [KEYS.storage])

/** Removing at once what is too old. */
export const useCleaningUp = () => useChange((call) => call('cleanUpStorage', {}), [KEYS.storage])
