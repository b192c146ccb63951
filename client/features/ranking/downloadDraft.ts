import type { DownloadSettings, ReleaseFormat } from '#contract/download-settings'
import { DEFAULT_DOWNLOAD_SETTINGS, RELEASE_FORMATS } from '#contract/download-settings'
import { keysOf } from '#client/app/keysOf'
import type { DownloadSettingsChange } from './queries'

export interface RangeDraft {
  from: string
  to: string
}

export interface FlagRow {
  /** For rendering only: a row has no other identity while it is typed. */
  key: number
  flag: string
  score: string
}

type RangeName = `${ReleaseFormat}_range`
type NumberName = 'stalled_after_hours' | 'missing_after_hours' | 'min_seeders' | 'name_ratio' | 'title_ratio'

/** The settings being edited; numbers are as typed. */
export interface DownloadDraft
  extends
    Omit<DownloadSettings, RangeName | NumberName | 'indexer_flags'>,
    Record<RangeName, RangeDraft>,
    Record<NumberName, string> {
  indexer_flags: FlagRow[]
}

/** Every setting, each of which can be reset. */
export type DownloadField = keyof DownloadSettings & keyof DownloadDraft

let lastKey = 0

export function flagRow(flag = '', score = ''): FlagRow {
  lastKey += 1
  return { key: lastKey, flag, score }
}

export function draftOf(settings: DownloadSettings): DownloadDraft {
  const range = (format: ReleaseFormat): RangeDraft => {
    const { from_kbits, to_kbits } = settings[`${format}_range`]
    return { from: String(from_kbits), to: String(to_kbits) }
  }
  return {
    ...settings,
    stalled_after_hours: String(settings.stalled_after_hours),
    missing_after_hours: String(settings.missing_after_hours),
    flac_range: range('flac'),
    m4b_range: range('m4b'),
    mp3_range: range('mp3'),
    unknown_audio_range: range('unknown_audio'),
    unknown_range: range('unknown'),
    min_seeders: String(settings.min_seeders),
    name_ratio: String(settings.name_ratio),
    title_ratio: String(settings.title_ratio),
    indexer_flags: settings.indexer_flags.map(({ flag, score }) => flagRow(flag, String(score))),
    format_order: [...new Set([...settings.format_order, ...RELEASE_FORMATS])],
    indexer_order: [...settings.indexer_order],
    languages: [...settings.languages],
  }
}

/** The settings as typed; invalid numbers become NaN, which the contract rejects. */
function settingsOf(draft: DownloadDraft): DownloadSettings {
  const range = ({ from, to }: RangeDraft) => ({ from_kbits: numberIn(from), to_kbits: numberIn(to) })
  return {
    ...draft,
    stalled_after_hours: numberIn(draft.stalled_after_hours),
    missing_after_hours: numberIn(draft.missing_after_hours),
    flac_range: range(draft.flac_range),
    m4b_range: range(draft.m4b_range),
    mp3_range: range(draft.mp3_range),
    unknown_audio_range: range(draft.unknown_audio_range),
    unknown_range: range(draft.unknown_range),
    min_seeders: numberIn(draft.min_seeders),
    name_ratio: numberIn(draft.name_ratio),
    title_ratio: numberIn(draft.title_ratio),
    indexer_flags: draft.indexer_flags.map(({ flag, score }) => ({
      flag: flag.trim(),
      score: numberIn(score),
    })),
  }
}

/** @returns whether a field is equal in both drafts */
export function isSame(field: DownloadField, one: DownloadDraft, other: DownloadDraft): boolean {
  return textOf(field, one) === textOf(field, other)
}

/** A field's value, as comparable text. */
export function textOf(field: DownloadField, draft: DownloadDraft): string {
  return JSON.stringify(settingsOf(draft)[field])
}

export function defaultDraft(): DownloadDraft {
  return draftOf(DEFAULT_DOWNLOAD_SETTINGS)
}

export const DOWNLOAD_FIELDS = keysOf(DEFAULT_DOWNLOAD_SETTINGS).keys

/** The body: only changes, so that two administrators do not undo each other's work; null restores a default. */
export function changesOf(draft: DownloadDraft, stored: DownloadDraft): DownloadSettingsChange {
  const wanted = settingsOf(draft)
  const defaults = defaultDraft()
  const changed = DOWNLOAD_FIELDS.filter((field) => !isSame(field, draft, stored))
  return Object.fromEntries(
    changed.map((field) => [field, isSame(field, draft, defaults) ? null : wanted[field]]),
  )
}

/** A number as people write it, with a point or a comma; NaN if it is not one. */
function numberIn(text: string): number {
  return /^\s*-?\d{1,9}(?:[.,]\d{1,6})?\s*$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN
}
