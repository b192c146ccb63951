import type { z } from 'zod'
import type { Conditions, Wishes, wishesBody } from '#contract/wishes'
import { wholeNumber } from '#client/ui/forms/duration.rules'

/** Wishes being edited; an empty field means no wish. */
export interface WishesDraft {
  narrator: string
  language: string
  max_size_mb: string
  format: NonNullable<Wishes['format']> | ''
  unabridged: boolean
  note: string
}

export function wishesDraftOf(wishes: Wishes | null): WishesDraft {
  const size = wishes?.max_size_mb ?? null
  return {
    narrator: wishes?.narrator ?? '',
    language: wishes?.language ?? '',
    max_size_mb: size === null ? '' : String(size),
    format: wishes?.format ?? '',
    unabridged: wishes?.unabridged ?? false,
    note: wishes?.note ?? '',
  }
}

export function wishesOf(draft: WishesDraft): z.input<typeof wishesBody> {
  const { narrator, language, max_size_mb, format, unabridged, note } = draft
  return {
    narrator: narrator.trim() || null,
    language: language || null,
    max_size_mb: max_size_mb.trim() === '' ? null : wholeNumber(max_size_mb),
    format: format || null,
    unabridged,
    note: note.trim() || null,
  }
}

/** The wishes that give way to earlier ones of other people. */
export function gaveWay(own: Conditions, together: Conditions): Conditions {
  const { narrator, language, format } = own
  return {
    narrator: narrator === together.narrator ? null : narrator,
    language: language === together.language ? null : language,
    format: format === together.format ? null : format,
    // These never conflict: one release can meet several of them.
    unabridged: false,
    max_size_mb: null,
  }
}
