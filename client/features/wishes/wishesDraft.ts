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

/** The wishes that do not count, because the book was approved without them. */
export function gaveWay(own: Conditions, together: Conditions | null): Conditions {
  const { narrator, language, format, unabridged, max_size_mb: size } = own
  if (together === null) return own
  const isMet = size === null || (together.max_size_mb !== null && together.max_size_mb <= size)
  return {
    narrator: narrator === together.narrator ? null : narrator,
    language: language === together.language ? null : language,
    format: format === together.format ? null : format,
    unabridged: unabridged && !together.unabridged,
    max_size_mb: isMet ? null : size,
  }
}
