import type {
  getDownloadSettings,
  patchDownloadSettings,
  patchDownloadSettingsBody,
  previewDownloadSettings,
} from '#contract/download-settings'
import type { z } from 'zod'
import type { Http } from '#client/app/http'

export type DownloadSettingsChange = z.input<typeof patchDownloadSettingsBody>

/** Calls about how releases are judged and ordered. */
export function downloadSettingsApi(http: Http) {
  return {
    read: (signal: AbortSignal) =>
      http.call<typeof getDownloadSettings>({ method: 'GET', path: '/api/settings/download', signal }),
    change: (body: DownloadSettingsChange) =>
      http.callForNothing<typeof patchDownloadSettings>({
        method: 'PATCH',
        path: '/api/settings/download',
        body,
      }),
    /** @param settings changes that are not saved */
    preview: (asin: string, settings: DownloadSettingsChange, signal: AbortSignal) =>
      http.call<typeof previewDownloadSettings>({
        method: 'POST',
        path: '/api/settings/download/preview',
        body: { asin, settings },
        signal,
      }),
  }
}
