import { titleOf } from '#server/domain/integrations/offer-bounds.rules'

/** An ASIN from a media server, in capitals, or null if invalid. */
export function asinOf(text: string | null | undefined): string | null {
  const asin = text?.trim().toUpperCase() ?? ''
  return /^[A-Z\d]{10}$/.test(asin) ? asin : null
}

/**
 * The ASIN that a title consists of or has beside it, as some people name albums and folders, or null: "B00SALT001",
 * "The Salt Road [B00SALT001]".
 */
export function asinIn(title: string): string | null {
  const word = title.split(/[\s[\](){}]+/).find((part) => /^(?:asin[:=-])?B0[A-Z\d]{8}$/i.test(part))
  return word === undefined ? null : word.slice(-10).toUpperCase()
}

/** An ISBN without hyphens, or null if invalid. */
export function isbnOf(text: string | null | undefined): string | null {
  const isbn = text?.replaceAll(/[\s-]/g, '').toUpperCase() ?? ''
  return /^(?:\d{9}[\dX]|\d{13})$/.test(isbn) ? isbn : null
}

/** A text, or null if missing or blank. Truncated at a length that no real text reaches. */
export function textOrNull(text: string | null | undefined): string | null {
  const trimmed = text?.trim() ?? ''
  return trimmed === '' ? null : titleOf(trimmed)
}

/** A time from a media server, given in milliseconds or ISO 8601, or null if invalid. */
export function dateOf(time: string | number | null | undefined): Date | null {
  const date = new Date(time ?? Number.NaN)
  return Number.isNaN(date.getTime()) ? null : date
}
