import { z } from 'zod'
import { outsideText } from '#server/upstream/outside-text'
import type { DownloadProblem } from '#server/domain/integrations/download-client.types'
import { inOneLine, nameOf, titleOf } from '#server/domain/integrations/offer-bounds.rules'

/** The id of a download. It is stored, so it must not contain characters that a database refuses. */
export const downloadId = z.string().regex(/^[\x21-\x7e]{1,200}$/)

/** A text, or none if a client sends something else. */
export const text = outsideText.catch('')
/** A number, or null if a client sends something else. */
export const number = z.number().nullish().catch(null)

/** An answer in the style of JSON-RPC 1.1; the message of an error may be missing. */
export const jsonRpcAnswer = z.object({
  result: z.unknown().optional(),
  error: z.object({ message: outsideText.catch(''), code: number }).nullish(),
})

/** A number from 0 to 1, or null for anything else. */
export function portion(value: number | null | undefined): number | null {
  return value !== null && value !== undefined && Number.isFinite(value)
    ? Math.min(1, Math.max(0, value))
    : null
}

/** A non-negative integer, such as a count or bytes per second, or null for anything else. */
export function amount(value: number | null | undefined): number | null {
  if (value === null || value === undefined || !Number.isFinite(value) || value < 0) return null
  return Math.round(value)
}

/** A year; no real estimate is longer. */
const LONGEST_SECONDS = 31_536_000

/** Seconds left, or null if unknown. Each client has its own number for unknown. */
export function remaining(value: number | null | undefined): number | null {
  const seconds = amount(value)
  return seconds === null || seconds > LONGEST_SECONDS ? null : seconds
}

/** Converts seconds since 1970 to a date; null if the number is not a plausible time. */
export function timeOf(value: number | null | undefined): Date | null {
  const seconds = amount(value)
  return seconds === null || seconds === 0 || seconds > LATEST_SECONDS ? null : new Date(seconds * 1000)
}
/** The year 2100. For something that has not happened yet, clients send the largest number. */
const LATEST_SECONDS = 4_102_444_800

/** The largest of these counts, or null if none is known: clients send a negative number for unknown. */
export function most(counts: readonly (number | null | undefined)[]): number | null {
  const known = counts.flatMap((count) => amount(count) ?? [])
  return known.length === 0 ? null : Math.max(...known)
}

/** The full name of a download, for comparison with release titles. */
export const downloadName = (text: string): string => titleOf(text.trim())

/** A client's message, on one line and without a full stop; null if it says nothing. */
export const clientMessage = (text: string): string | null =>
  nameOf(inOneLine(text).replace(/\.$/, '')) || null

/** Words of operating systems and clients for a disk that is full or cannot be written. */
const DISK_PROBLEM =
  /no space|(?:not enough|out of|insufficient) (?:free |disk )*space|disk (?:is )?full|disk quota|read-only file system/i

/**
 * Why a download failed, by the client's message.
 * @param own what only this client says about its own trouble.
 */
export const problemIn = (text: string | null, own?: RegExp): DownloadProblem =>
  text !== null && (DISK_PROBLEM.test(text) || own?.test(text)) ? 'client' : 'release'
