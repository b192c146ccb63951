import { useMutation, useQuery, useQueryCache } from '@pinia/colada'
import { toValue, type MaybeRefOrGetter } from 'vue'
import type { DownloadPreviewDto } from '#contract/download-settings'
import { useHttp } from '#client/app/connection'
import type { BodyOf } from '#client/app/operations'
import { KEYS } from '#client/app/query-keys'
import { refetch } from '#client/app/refetch'

export type DownloadSettingsChange = BodyOf<'patchDownloadSettings'>

/** How releases are judged and ordered. */
export function useDownloadSettings() {
  const http = useHttp()
  return useQuery({
    key: [KEYS.downloadSettings],
    query: ({ signal }) => http.call('getDownloadSettings', { signal }),
  })
}

/** Changing how releases are judged and ordered. */
export function useDownloadSettingsChange() {
  const http = useHttp()
  const cache = useQueryCache()
  return useMutation({
    mutation: (body: DownloadSettingsChange) => http.call('patchDownloadSettings', { body }),
    onSettled: async () => {
      void refetch(cache, { key: [KEYS.downloadPreview] })
      await refetch(cache, { key: [KEYS.downloadSettings] })
    },
  })
}

/**
 * How the releases of a book would be ranked with changes that are not saved. While the next answer is on its
 * way the one before stays, as long as it is about the same book.
 * @param asked nothing is asked for while the book is null
 */
export function useDownloadPreview(
  asked: MaybeRefOrGetter<{ asin: string | null; changes: DownloadSettingsChange }>,
) {
  const http = useHttp()
  return useQuery<DownloadPreviewDto>(() => {
    const { asin, changes } = toValue(asked)
    return {
      key: [KEYS.downloadPreview, asin ?? '', JSON.stringify(changes)],
      query: ({ signal }) =>
        http.call('previewDownloadSettings', { body: { asin: asin ?? '', settings: changes }, signal }),
      enabled: asin !== null,
      placeholderData: (before) => (before?.asin === asin ? before : undefined),
    }
  })
}
