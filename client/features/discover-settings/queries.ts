import { useApiQuery, useChange } from '#client/app/calls'
import type { BodyOf } from '#client/app/operations'
import { KEYS } from '#client/app/query-keys'

/** The rows of Discover. */
export const useDiscoverSettings = () =>
  useApiQuery('getDiscoverSettings', () => ({ key: [KEYS.discoverSettings] }))

/** The categories that can get a row. */
export const useRowCategories = () =>
  useApiQuery('listRowCategories', () => ({ key: [KEYS.discoverSettings, 'categories'] }))

/** Changes the rows. */
export const useDiscoverSettingsChange = () =>
  useChange(
    (call, body: BodyOf<'putDiscoverSettings'>) => call('putDiscoverSettings', { body }),
    [KEYS.discover],
    [KEYS.discoverSettings],
  )
