import { z } from 'zod'
import { requestedBookSchema, seenVersion } from './books'
import { asinSchema, line, queryBoolean } from './common'
import { issueCode } from './issues'
import { operation } from './operation'
import { wishesBody } from './wishes'

/** Splits names at commas and removes duplicates. */
function splitNames(given: string | string[] | null | undefined): string[] {
  const parts = [given ?? []].flat().flatMap((text) => text.split(','))
  return [...new Set(parts.map((name) => name.trim()))].filter((name) => name !== '')
}

/** Names as people type them, separated by commas. Older clients may send a list. */
const namesInput = z.union([line({ max: 1000 }), z.array(line({ max: 200 })).max(50)])
/** Maximum people of one kind; the casts of large dramatisations have about forty. */
const MAX_NAMES = 50
const names = z.array(z.string()).max(MAX_NAMES)

/** A year or a month stands for its first day. */
const PUBLISH_DATE = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/

/** @returns the ISO date; null for no text, undefined for an invalid date. */
function toDate(text: string | null | undefined): string | null | undefined {
  if (!text) return null
  const [, year, month = '01', day = '01'] = PUBLISH_DATE.exec(text) ?? []
  const date = `${year}-${month}-${day}`
  return z.iso.date().safeParse(date).success ? date : undefined
}

/** An audiobook that the catalogue does not have, as entered by hand. */
export const handMadeBody = z
  .strictObject({
    title: line({ min: 1, max: 300 }),
    author: namesInput
      .transform((given, context) => {
        const authors = splitNames(given)
        if (authors.length === 0) context.addIssue({ code: 'custom', message: issueCode('no_names') })
        return authors
      })
      .pipe(names),
    narrator: namesInput.nullish().transform(splitNames).pipe(names),
    subtitle: line({ max: 300 })
      .nullish()
      .transform((text) => text || null),
    publish_date: line({ max: 10 })
      .nullish()
      .transform((text, context) => {
        const date = toDate(text)
        if (date !== undefined) return date
        context.addIssue({ code: 'custom', message: issueCode('not_a_date') })
        return z.NEVER
      })
      .meta({
        pattern: String.raw`^(\d{4}(-\d{2}(-\d{2})?)?)?$`,
        description: 'A date (2024-03-05), a month or a year',
      }),
    info: line({ max: 2000 })
      .nullish()
      .transform((text) => text || null)
      .meta({ description: 'Anything that helps find it' }),
  })
  .meta({ id: 'HandMadeRequestBody' })
export type HandMadeBody = z.output<typeof handMadeBody>

const handMadeCorrection = handMadeBody
  .extend({ version: seenVersion.optional() })
  .meta({ id: 'HandMadeCorrection' })
export type HandMadeCorrection = z.output<typeof handMadeCorrection>

/** A new hand-made request, with its requester's wishes. */
export const newHandMadeBody = handMadeBody
  .extend({ wishes: wishesBody.optional() })
  .meta({ id: 'NewHandMadeRequestBody' })
export type NewHandMadeBody = z.output<typeof newHandMadeBody>

const idParams = z.object({ id: asinSchema })
const missing = { 404: { description: 'No hand-made request with this id that the caller may see' } }

/** A hand-made request; its `id` is the `asin` of the book. */
export const handMadeSchema = requestedBookSchema
  .extend({ id: z.string(), info: z.string().nullable() })
  .meta({ id: 'HandMadeRequest' })
export type HandMadeDto = z.infer<typeof handMadeSchema>

export const listHandMade = operation({
  method: 'GET',
  path: '/api/requests/manual',
  summary: 'Requests by hand, for audiobooks that the catalogue does not have',
  access: 'any',
  answers: {
    200: { description: 'Administrators see everyone’s, newest first', schema: z.array(handMadeSchema) },
  },
})

export const createHandMade = operation({
  method: 'POST',
  path: '/api/requests/manual',
  summary: 'Request an audiobook that the catalogue does not have',
  access: 'any',
  limit: 'hand_made_request',
  query: z.strictObject({
    unless_in_library: queryBoolean.optional().default(false).meta({
      type: 'boolean',
      description:
        'Refuse the request if the library has this title by this author: 409 `in_library`, with the `link` that opens it there',
    }),
  }),
  body: newHandMadeBody,
  answers: {
    201: { description: 'Requested', schema: handMadeSchema },
    409: {
      description:
        'This person has already requested the same title and author by hand; or it is in the library, if `unless_in_library` is set',
    },
    429: { description: 'The quota is used up; see Retry-After' },
  },
})

export const updateHandMade = operation({
  method: 'PUT',
  path: '/api/requests/manual/{id}',
  summary: 'Correct a hand-made request; its owner or an administrator',
  access: 'any',
  limit: 'hand_made_request',
  params: idParams,
  body: handMadeCorrection,
  answers: {
    204: { description: 'Changed' },
    ...missing,
    409: {
      description:
        'It would duplicate another request; it is already approved, and the change would need a new approval; or someone else has corrected it since `version` (`changed_since_seen`)',
    },
  },
})

export const deleteHandMade = operation({
  method: 'DELETE',
  path: '/api/requests/manual/{id}',
  summary: 'Withdraw a hand-made request; its owner or an administrator',
  access: 'any',
  params: idParams,
  answers: { 204: { description: 'Withdrawn' }, ...missing },
})

export const markHandMadeAvailable = operation({
  method: 'PATCH',
  path: '/api/requests/manual/{id}/downloaded',
  summary: 'Mark a hand-made request as available',
  access: 'admin',
  params: idParams,
  answers: { 204: { description: 'Marked' }, ...missing },
})
