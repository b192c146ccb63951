import { z } from 'zod'
import { causeSchema } from './cause'
import { asinParams, line, regionSchema, timeSchema } from './common'
import { downloadSchema } from './downloads'
import { inLibrarySchema } from './library'
import { operation } from './operation'
import { conditionsSchema, wishesSchema } from './wishes'

/** The status of an audiobook; null if no one has requested it. */
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
/** The state of a fulfilment: every status except those that apply only to requests. */
export type FulfilmentState = Exclude<BookStatus, 'waiting_for_approval' | 'declined'>

const REQUEST_STATUSES = ['pending', 'approved', 'declined'] as const
const requestStatusSchema = z.enum(REQUEST_STATUSES).meta({ id: 'RequestStatus' })
export type RequestStatus = z.infer<typeof requestStatusSchema>

/** The kind of recording. */
export const editionSchema = z.enum(['unabridged', 'abridged', 'dramatised', 'original'])
export type Edition = z.infer<typeof editionSchema>

/** The version of a book on which a decision is made, as an answer gave it; bodies of many requesters are long. */
export const seenVersion = line({ min: 1, max: 500_000 }).meta({
  description: 'The `version` of the book that was shown; omitted: decide whatever it is now',
})

const inSeriesSchema = z
  .object({
    title: z.string(),
    position: z.string().nullable().meta({ description: 'As printed: "1", "0.5", "1-3"' }),
    asin: z
      .string()
      .nullable()
      .meta({ description: 'Identifies the series in its region’s catalogue; null if unknown' }),
  })
  .meta({ id: 'InSeries' })

/** An edition from the catalogue, with its state on this server. */
export const bookSchema = z
  .object({
    asin: z.string(),
    title: z.string(),
    subtitle: z.string().nullable(),
    authors: z.array(z.string()),
    narrators: z.array(z.string()),
    cover_image: z.string().meta({
      description: 'Path of the cover on this server, base path included; it needs the same sign-in',
    }),
    cover_url: z.url().nullable().meta({
      description:
        'Address of the cover in the catalogue, which needs no sign-in; null for books requested by hand, and if unknown',
    }),
    release_date: z.iso.date().nullable(),
    runtime_length_min: z.number().int().nullable().meta({ description: 'Minutes' }),
    updated_at: timeSchema,
    downloaded: z.boolean().meta({ description: 'A release was sent to the download client' }),
    region: regionSchema,
    series: z.array(inSeriesSchema),
    language: z
      .string()
      .nullable()
      .meta({ description: 'ISO 639-1 code if known, otherwise the catalogue’s word' }),
    edition: editionSchema.nullable(),
    hand_made: z.boolean().meta({ description: 'Requested by hand; the catalogue does not have it' }),
    status: bookStatusSchema.nullable(),
    next_try_at: timeSchema.nullable(),
    error: z.string().nullable(),
    cause: causeSchema
      .nullable()
      .meta({ description: 'Why it failed or is waiting; `error` says the same in English' }),
    download: downloadSchema.nullable().meta({
      description: 'What the download client reports; null if no configured client has it',
    }),
    in_library: inLibrarySchema.nullable().meta({
      description: 'Which library has it, in this edition or another one; null if none has',
    }),
    left_library: z.boolean().meta({
      description: 'It was available, but the library has since lost it: it can be requested again',
    }),
    version: z.string().meta({
      description:
        'Stands for what is decided on, as the caller sees it: the requests with their wishes, and what was entered by hand. Opaque; a decision sent with it is refused if that has changed',
    }),
  })
  .meta({ id: 'Book' })
export type BookDto = z.infer<typeof bookSchema>

/** One person's request for a book. */
const requestSchema = z
  .object({
    asin: z.string(),
    user_username: z.string(),
    status: requestStatusSchema,
    reason: z.string().nullable(),
    wishes: wishesSchema.nullable().meta({ description: 'Null if that person has no wishes' }),
    created_at: timeSchema,
    updated_at: timeSchema,
  })
  .meta({ id: 'Request' })
export type RequestDto = z.infer<typeof requestSchema>

/** Actions on a book; each caller gets the subset they are allowed. */
export const REQUEST_ACTIONS = [
  'request',
  'request_without_approval',
  'request_again',
  'withdraw',
  'withdraw_all',
  'correct',
  'change_wishes',
  'approve',
  'decline',
] as const
export const FULFILMENT_ACTIONS = [
  'confirm_grab',
  'view_releases',
  'auto_download',
  'retry',
  'mark_available',
  'mark_arrived',
  'mark_failed',
  'revert',
  'stop',
] as const
const bookActionSchema = z.enum([...REQUEST_ACTIONS, ...FULFILMENT_ACTIONS]).meta({ id: 'BookAction' })
export type BookAction = z.infer<typeof bookActionSchema>

/** A book with the requests the caller may see: administrators see everyone's, others their own. */
export const requestedBookSchema = z
  .object({
    book: bookSchema,
    requests: z.array(requestSchema),
    username: z.string().meta({ description: 'Who is calling' }),
    requester_count: z.number().int(),
    download_error: z.string().nullable(),
    actions: z
      .array(bookActionSchema)
      .meta({ description: 'What the caller may do with it in its current state' }),
  })
  .meta({ id: 'RequestedBook' })
export type RequestedBookDto = z.infer<typeof requestedBookSchema>

/** The kinds of activity, in the order of a fulfilment's life. */
export const TIMELINE_KINDS = [
  'requested',
  'wishes_changed',
  'withdrawn',
  'approved',
  'declined',
  'search_started',
  'searched',
  'not_found',
  'search_failed',
  'grab_started',
  'grabbed',
  'grab_rejected',
  'grab_postponed',
  'grab_unconfirmed',
  'download_started',
  'download_completed',
  'library_scan',
  'not_in_library',
  'download_failed',
  'download_gone',
  'failed',
  'available',
  'arrived',
  'left_library',
  'reverted',
  'retried',
  'stopped',
  'release_blocked',
  'release_unblocked',
] as const
const timelineKindSchema = z.enum(TIMELINE_KINDS).meta({ id: 'TimelineKind' })
export type TimelineKind = z.infer<typeof timelineKindSchema>

/** The facts of an entry, depending on its kind: a reason, the release, the numbers found and accepted … */
const timelineDetailSchema = z
  .object({
    /** The requester, if not the actor. */
    user: z.string(),
    reason: z.string().meta({ description: 'What a person wrote, or `cause` in English' }),
    cause: causeSchema,
    rule: z.string().meta({ description: 'Name of the rule that approved it' }),
    wishes: wishesSchema
      .nullable()
      .meta({ description: 'The wishes of the request; null: no wishes any more' }),
    release: z.string(),
    indexer: z.string(),
    client: z.string().meta({ description: 'Name of the download client that reported it' }),
    link: z.string().meta({ description: 'Opens the book in the library' }),
    library: z.string().meta({ description: 'Name of the library that has it or was asked to scan' }),
    found: z.number().int(),
    accepted: z.number().int(),
    next_try_at: timeSchema,
    search_id: z.string(),
    again: z.literal(true).meta({ description: 'Requested although the library had it' }),
  })
  .partial()
  .meta({ id: 'TimelineDetail' })
export type TimelineDetail = z.infer<typeof timelineDetailSchema>

const timelineEntrySchema = z
  .object({
    kind: timelineKindSchema,
    actor: z.string().nullable().meta({
      description: 'Username; null for the server itself, or for a person whose name the caller may not see',
    }),
    at: timeSchema,
    detail: timelineDetailSchema.nullable(),
  })
  .meta({ id: 'TimelineEntry' })
export type TimelineEntryDto = z.infer<typeof timelineEntrySchema>

/** Why no search is possible; codes of the search service's driver. */
export const SEARCH_ISSUES = ['prowlarr_incomplete', 'prowlarr_off'] as const
const searchIssueSchema = z
  .object({
    code: z.enum(SEARCH_ISSUES).meta({ description: 'Stable, for programs' }),
    settings: z
      .array(z.string())
      .meta({ description: 'Settings of the search service that have no value; only for administrators' }),
  })
  .meta({ id: 'SearchIssue' })
export type SearchIssueDto = z.infer<typeof searchIssueSchema>

export const bookDetailsSchema = requestedBookSchema
  .extend({
    summary: z.string().nullable(),
    info: z
      .string()
      .nullable()
      .meta({ description: 'What the person who requested the book by hand wrote about it' }),
    hand_made_by: z
      .string()
      .nullable()
      .meta({ description: 'Username of the person who requested it by hand' }),
    conditions: conditionsSchema.nullable().meta({
      description:
        'What its releases have to meet: the wishes of whoever got it approved. Whoever is approved while somebody else is joins: joiners’ wishes count once only joiners are left, and then those that all of them have. Only for administrators and requesters',
    }),
    stopped: z.boolean().meta({ description: 'An administrator has stopped the automatic search' }),
    searched_once_out: z.boolean().meta({
      description:
        'For a book that is not out yet: whether Earmark searches for it once it is out, or would do so for an approved request',
    }),
    may_correct_match: z.boolean().meta({
      description: 'Whether the caller may correct which library item it is',
    }),
    search_issue: searchIssueSchema.nullable().meta({
      description: 'Null while books can be searched for, or if this one is not to be searched for',
    }),
    timeline: z.array(timelineEntrySchema).meta({
      description:
        'Oldest first. Only administrators see entries about other people’s requests, who did something, and which release it was.',
    }),
  })
  .meta({ id: 'BookDetails' })
export type BookDetailsDto = z.infer<typeof bookDetailsSchema>

export const getBook = operation({
  method: 'GET',
  path: '/api/books/{asin}',
  summary: 'An audiobook with its requests, its state and its activity',
  access: 'any',
  fetches: 'books',
  params: asinParams,
  query: z.strictObject({ region: regionSchema.optional() }),
  answers: {
    200: { description: 'The book', schema: bookDetailsSchema },
    404: { description: 'Neither requested here nor in this region’s catalogue' },
  },
})
