import { z } from 'zod'
import { regionSchema, timeSchema } from './common'

/** Where an audiobook stands; null when nobody asked for it. */
export const BOOK_STATUSES = [
  'waiting_for_approval',
  'waiting',
  'searching',
  'not_found',
  'grab_unconfirmed',
  'grabbed',
  'downloading',
  'available',
  'failed',
  'declined',
] as const
export const bookStatusSchema = z.enum(BOOK_STATUSES).meta({ id: 'BookStatus' })
export type BookStatus = z.infer<typeof bookStatusSchema>

export const REQUEST_STATUSES = ['pending', 'approved', 'declined'] as const
export const requestStatusSchema = z.enum(REQUEST_STATUSES).meta({ id: 'RequestStatus' })
export type RequestStatus = z.infer<typeof requestStatusSchema>

export const seriesSchema = z
  .object({ title: z.string(), position: z.string().nullable() })
  .meta({ id: 'Series' })

/** An edition as the catalogue knows it, with where it stands here. */
export const bookSchema = z
  .object({
    asin: z.string(),
    title: z.string(),
    subtitle: z.string().nullable(),
    authors: z.array(z.string()),
    narrators: z.array(z.string()),
    cover_image: z.string().meta({ description: 'Path of the cover on this server, base path included' }),
    release_date: z.iso.date().nullable(),
    runtime_length_min: z.number().int().nullable().meta({ description: 'Minutes' }),
    updated_at: timeSchema,
    downloaded: z.boolean().meta({ description: 'A release was handed to the download client' }),
    region: regionSchema,
    series: z.array(seriesSchema),
    language: z.string().nullable().meta({ description: 'ISO 639-1 code where known, else the word given' }),
    edition: z.enum(['unabridged', 'abridged', 'dramatised', 'original']).nullable(),
    status: bookStatusSchema.nullable(),
    next_try_at: timeSchema.nullable(),
    error: z.string().nullable(),
  })
  .meta({ id: 'Book' })
export type BookDto = z.infer<typeof bookSchema>

/** One person's wish for a book. */
export const requestSchema = z
  .object({
    asin: z.string(),
    user_username: z.string(),
    status: requestStatusSchema,
    reason: z.string().nullable(),
    created_at: timeSchema,
    updated_at: timeSchema,
  })
  .meta({ id: 'Request' })
export type RequestDto = z.infer<typeof requestSchema>

/** A book with the requests the caller may see: an administrator everyone's, others their own. */
export const requestedBookSchema = z
  .object({
    book: bookSchema,
    requests: z.array(requestSchema),
    username: z.string().meta({ description: 'Who is asking' }),
    requester_count: z.number().int(),
    download_error: z.string().nullable(),
  })
  .meta({ id: 'RequestedBook' })
export type RequestedBookDto = z.infer<typeof requestedBookSchema>
