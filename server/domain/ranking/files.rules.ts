import type { BitrateRange, DownloadSettings, ReleaseFormat } from '#contract/download-settings'
import type { Reason } from '#contract/releases'
import type { Claims } from './claims.rules'
import { reason } from './reasons.rules'
import type { Release } from './ranking.types'
import type { ReadTitle } from './release-title.rules'

export interface FilesVerdict {
  format: ReleaseFormat
  /** Position of the format in the settings, from 0; after all others if the format is not listed. */
  formatPlace: number
  /** 2: the length fits, 1: the bitrate is in range, 0: unknown, -1: the length differs. */
  fit: number
  reasons: Reason[]
}

/** Outside these bitrates, in kbit/s, a file cannot contain the whole recording, or contains far more. */
const MIN_KBITS = 6
const MAX_KBITS = 3000
const MAX_LOSSY_KBITS = 1000
/**
 * Tolerance, as a fraction, between the recording's length and the length computed from size and stated
 * bitrate.
 */
const FITTING = 0.1
const FITTING_STATED = 0.04
const DIFFERENT = 0.2
/** If the lengths differ by more than this factor, the stated bitrate cannot apply to the whole recording. */
const IMPOSSIBLE_FACTOR = 2.5

/**
 * Checks format, bitrate and size. For a pack only the stated bitrate counts, because its size covers several
 * books.
 */
export function assessFiles(
  release: Release,
  read: ReadTitle,
  claims: Claims,
  settings: DownloadSettings,
  runtimeMin: number | null,
  isPack: boolean,
): FilesVerdict {
  const format = formatOf(claims, release, settings.format_order)
  const place = settings.format_order.indexOf(format)
  const verdict: FilesVerdict = {
    format,
    formatPlace: place < 0 ? settings.format_order.length : place,
    fit: 0,
    reasons: [reason('format', 'neutral', { format, place: place + 1 })],
  }
  const size = release.size !== null && release.size > 0 ? release.size : null
  const runtime = isPack ? null : runtimeMin
  const derived = size !== null && runtime !== null ? kbitsOf(size, runtime) : null
  assessBitrate(verdict, read.bitrate, derived, rangeOf(format, settings))
  assessLength(verdict, read, size, runtime)
  if (derived === null && read.bitrate === null) verdict.reasons.push(reason('size_unknown', 'neutral'))
  return verdict
}

/** The bitrate, in kbit/s, of a file of `bytes` that plays for `minutes`. */
function kbitsOf(bytes: number, minutes: number): number {
  return (bytes * 8) / (minutes * 60 * 1000)
}

function formatOf(claims: Claims, release: Release, order: readonly ReleaseFormat[]): ReleaseFormat {
  const preferred = order.find((format) => format !== 'unknown' && claims.audio.includes(format))
  const [first] = claims.audio
  if (preferred ?? first) return preferred ?? first ?? 'unknown'
  return release.categories.some((id) => id >= 3000 && id < 4000) ? 'unknown_audio' : 'unknown'
}

function rangeOf(format: ReleaseFormat, settings: DownloadSettings): BitrateRange {
  switch (format) {
    case 'm4b':
      return settings.m4b_range
    case 'mp3':
      return settings.mp3_range
    case 'flac':
      return settings.flac_range
    case 'unknown_audio':
      return settings.unknown_audio_range
    case 'unknown':
      return settings.unknown_range
  }
}

function assessBitrate(
  verdict: FilesVerdict,
  stated: number | null,
  derived: number | null,
  range: BitrateRange,
): void {
  if (derived !== null && isImpossible(derived, stated, verdict.format)) {
    verdict.reasons.push(reason('size_impossible', 'reject', { kbits: rounded(derived) }))
    return
  }
  const kbits = stated ?? derived
  if (kbits === null) return
  const params = { kbits: rounded(kbits) }
  if (kbits >= range.from_kbits && kbits <= range.to_kbits) {
    verdict.fit = 1
    verdict.reasons.push(reason('bitrate_in_range', 'bonus', params))
  } else {
    const { from_kbits: from, to_kbits: to } = range
    verdict.reasons.push(reason('bitrate_out_of_range', 'reject', { ...params, from, to }))
  }
}

function isImpossible(derived: number, stated: number | null, format: ReleaseFormat): boolean {
  const most = format === 'm4b' || format === 'mp3' ? MAX_LOSSY_KBITS : MAX_KBITS
  if (derived < MIN_KBITS || derived > most) return true
  return stated !== null && (derived * IMPOSSIBLE_FACTOR < stated || derived > stated * IMPOSSIBLE_FACTOR)
}

/** The length is known if the release states it, or states a bitrate by which its size can be divided. */
function assessLength(
  verdict: FilesVerdict,
  read: ReadTitle,
  size: number | null,
  runtime: number | null,
): void {
  if (runtime === null) return
  const computed = size !== null && read.bitrate !== null ? (size * 8) / (read.bitrate * 1000 * 60) : null
  const minutes = read.durationMin ?? computed
  if (minutes === null) return
  const off = Math.abs(minutes - runtime) / runtime
  const params = { minutes: Math.round(minutes), wanted: runtime }
  if (off <= (read.durationMin === null ? FITTING : FITTING_STATED)) {
    verdict.fit = 2
    verdict.reasons.push(reason('runtime_fits', 'bonus', params))
  } else if (off > DIFFERENT) {
    verdict.fit = -1
    verdict.reasons.push(reason('runtime_differs', 'penalty', params))
  }
}

const rounded = (kbits: number) => (kbits < 10 ? Math.round(kbits * 10) / 10 : Math.round(kbits))
