import { toValue, type MaybeRefOrGetter } from 'vue'
import { useAnswer, useChange } from '#client/app/calls'
import type { BodyOf } from '#client/app/operations'
import { KEYS } from '#client/app/query-keys'

export type DownloadSettingsChange = BodyOf<'patchDownloadSettings'>

/** How releases are judged and ordered. */
export const useDownloadSettings = () =>
  useAnswer('getDownloadSettings', () => ({ key: [KEYS.downloadSettings] }))

/** Changing how releases are judged and ordered. */
export function useDownloadSettingsChange() {
  return useChange(
    (call, body: DownloadSettingsChange) => call('patchDownloadSettings', { body }),
    [KEYS.downloadPreview],
    [KEYS.downloadSettings],
  )
}

/**
 * How the releases of a book would be ranked with changes that are not saved. While the next answer is on its
 * way the one before stays, as long as it is about the same book.
 * @param asked nothing is asked for while the book is null
 */
export function useDownloadPreview(
  asked: MaybeRefOrGetter<{ asin: string | null; changes: DownloadSettingsChange }>,
) {
  return useAnswer('previewDownloadSettings', () => {
    const { asin, changes } = toValue(asked)
    return {
      key: [KEYS.downloadPreview],
      body: { asin: asin ?? '', settings: changes },
      enabled: asin !== null,
      stays: (before) => before.asin === asin,
    }
  })
}
