import { useApiQuery, useChange } from '#client/app/calls'
import type { BodyOf } from '#client/app/operations'
import { KEYS } from '#client/app/query-keys'

/** The settings for requests. */
export const useRequestSettings = () =>
  useApiQuery('getRequestSettings', () => ({ key: [KEYS.requestSettings] }))

/** Changes the settings for requests. */
export const useRequestSettingsChange = () =>
  useChange(
    (call, body: BodyOf<'patchRequestSettings'>) => call('patchRequestSettings', { body }),
    [KEYS.quota],
    [KEYS.requestSettings],
  )
