import { z } from 'zod'
import { nameOf, titleOf } from '#server/domain/integrations/offer-bounds.rules'

/** The id of a download. It is stored, so it may not contain anything that a database refuses. */
export const downloadId = z.string().regex(/^[\x21-\x7e]{1,200}$/)

/** A number from 0 to 1; null if it is not one. */
export function portion(value: number | null | undefined): number | null {
  return value !== null && value !== undefined && Number.isFinite(value)
    ? Math.min(1, Math.max(0, value))
    : null
}

/** A non-negative integer, such as a count or bytes per second; null if it is not one. */
export function amount(value: number | null | undefined): number | null {
  if (value === null || value === undefined || !Number.isFinite(value) || value < 0) return null
  return Math.round(value)
}

/** A year: no real estimate is longer. */
const LONGEST_SECONDS = 31_536_000

/** Seconds left; null if unknown, for which each client has another number. */
export function remaining(value: number | null | undefined): number | null {
  const seconds = amount(value)
  return seconds === null || seconds > LONGEST_SECONDS ? null : seconds
}

/** A time in seconds since 1970; null if it is not one. */
export function timeOf(value: number | null | undefined): Date | null {
  const seconds = amount(value)
  return seconds === null || seconds === 0 || seconds > LATEST_SECONDS ? null : new Date(seconds * 1000)
}
/** The year 2100: clients write the largest number for what has not happened. */
const LATEST_SECONDS = 4_102_444_800

/** The full name of a download, for comparison with release titles. */
export const downloadName = (text: string): string => titleOf(text.trim())

/** A client's message, in one line. */
export const saidOf = (text: string): string => nameOf(text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim())
