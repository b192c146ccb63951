import { z } from 'zod'
import { nameOf, titleOf } from '#server/domain/integrations/offer-bounds.rules'

/** The id of a download. It is stored, so that nothing counts as one that a database refuses. */
export const downloadId = z.string().regex(/^[\x21-\x7e]{1,200}$/)

/** A number from 0 to 1; null for what is none. */
export function portion(value: number | null | undefined): number | null {
  return value !== null && value !== undefined && Number.isFinite(value)
    ? Math.min(1, Math.max(0, value))
    : null
}

/** A whole number that is not negative, as counts and bytes a second are; null for what is none. */
export function amount(value: number | null | undefined): number | null {
  if (value === null || value === undefined || !Number.isFinite(value) || value < 0) return null
  return Math.round(value)
}

/** A year: more than that is no time that anybody could tell. */
const LONGEST_SECONDS = 31_536_000

/** Seconds that are left; null where a client cannot tell, for which each has another number. */
export function remaining(value: number | null | undefined): number | null {
  const seconds = amount(value)
  return seconds === null || seconds > LONGEST_SECONDS ? null : seconds
}

/** A time that is told in seconds since 1970; null for what is none. */
export function timeOf(value: number | null | undefined): Date | null {
  const seconds = amount(value)
  return seconds === null || seconds === 0 || seconds > LATEST_SECONDS ? null : new Date(seconds * 1000)
}
/** The year 2100: clients write the largest number for what has not happened. */
const LATEST_SECONDS = 4_102_444_800

/** The name of a download in full, as it is compared with the title of a release. */
export const downloadName = (text: string): string => titleOf(text.trim())

/** What a client says of a download, in one line. */
export const saidOf = (text: string): string => nameOf(text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim())
