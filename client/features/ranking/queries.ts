import { toValue, type MaybeRefOrGetter } from 'vue'
import { useApiQuery, useChange } from '#client/app/calls'
import type { BodyOf } from '#client/app/operations'
import { KEYS } from '#client/app/query-keys'

export type DownloadSettingsChange = BodyOf<'patchDownloadSettings'>

/** The ranking settings. */
export const useDownloadSettings = () =>
  useApiQuery('getDownloadSettings', () => ({ key: [KEYS.downloadSettings] }))

/** Changes the ranking settings. */
export function useDownloadSettingsChange() {
  return useChange(
    (call, body: DownloadSettingsChange) => call('patchDownloadSettings', { body }),
    [KEYS.downloadPreview],
    [KEYS.downloadSettings],
  )
}

/**
 * The ranking of a book's releases under unsaved changes. The previous response stays while the next one
 * loads, as long as it is for the same book.
 * @param change no call is made while the book is null
 */
export function useDownloadPreview(
  change: MaybeRefOrGetter<{ asin: string | null; changes: DownloadSettingsChange }>,
) {
  return useApiQuery('previewDownloadSettings', () => {
    const { asin, changes } = toValue(change)
    return {
      key: [KEYS.downloadPreview],
      body: { asin: asin ?? '', settings: changes },
      enabled: asin !== null,
      keepsPrevious: (before) => before.asin === asin,
    }
  })
}
