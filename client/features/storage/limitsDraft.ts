import { KEPT_KINDS, type KeptKind, type PatchStorageBody, type StorageDto } from '#contract/storage'
import { wholeNumber } from '#client/ui/forms/duration.rules'

/** The limits of every kind, as typed. */
type LimitsDraft = Record<KeptKind, { days: string; newest: string }>

export function draftOf({ kept }: StorageDto): LimitsDraft {
  const typed = (wanted: KeptKind) => {
    const found = kept.find(({ kind }) => kind === wanted)
    return { days: String(found?.days ?? ''), newest: String(found?.newest ?? '') }
  }
  return {
    releases: typed('releases'),
    timeline: typed('timeline'),
    deliveries: typed('deliveries'),
    failed_deliveries: typed('failed_deliveries'),
    audit: typed('audit'),
  }
}

/** Unsaved changes; NaN for anything but a number. */
export function changesOf(draft: LimitsDraft, stored: LimitsDraft): PatchStorageBody {
  const changed = KEPT_KINDS.filter((kind) => JSON.stringify(draft[kind]) !== JSON.stringify(stored[kind]))
  return Object.fromEntries(
    changed.map((kind) => {
      const { days, newest } = draft[kind]
      return [kind, { days: wholeNumber(days), newest: wholeNumber(newest) }]
    }),
  )
}
