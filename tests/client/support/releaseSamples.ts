import type { DownloadPreviewDto } from '#contract/download-settings'
import { aRelease } from './samples'

type PreviewRelease = DownloadPreviewDto['releases'][number]

export function aPreviewRelease(release: Partial<PreviewRelease> = {}): PreviewRelease {
  return {
    ...aRelease(),
    previous_rank: 1,
    previously_accepted: true,
    previously_automatic: true,
    ...release,
  }
}
