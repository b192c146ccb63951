import { useAnswer, useChange } from '#client/app/calls'
import type { BodyOf } from '#client/app/operations'
import { KEYS } from '#client/app/query-keys'

/** What is set about requests. */
export const useRequestSettings = () =>
  useAnswer('getRequestSettings', () => ({ key: [KEYS.requestSettings] }))

/** Changing what is set about requests. */
export const useRequestSettingsChange = () =>
  useChange(
    (call, body: BodyOf<'patchRequestSettings'>) => call('patchRequestSettings', { body }),
    [KEYS.quota],
    [KEYS.requestSettings],
  )
