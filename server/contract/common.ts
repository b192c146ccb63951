import { z } from 'zod'
import { causeSchema } from './cause'
import { issueSchema, paramsSchema, issueCode } from './issues'
import { LANGUAGES } from './words/messages'

export const REGIONS = ['us', 'ca', 'uk', 'au', 'fr', 'de', 'jp', 'it', 'in', 'es', 'br'] as const
export const regionSchema = z.enum(REGIONS).meta({ id: 'Region', description: 'A catalogue region' })
export type Region = z.infer<typeof regionSchema>

/** The region whose catalogue a call uses. */
export const regionChoice = regionSchema.optional().meta({
  description: 'If omitted: the region in the caller’s account, or else the server’s',
})

/** A language of this server's pages and messages. */
export const languageSchema = z
  .enum(LANGUAGES)
  .meta({ id: 'Language', description: 'A language of this server, as a BCP 47 tag' })

/** ISO 639-1 code of a language. */
export const languageCodeSchema = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z]{2}$/, issueCode('not_a_language'))

export const ROLES = ['untrusted', 'trusted', 'admin'] as const
export const roleSchema = z.enum(ROLES).meta({ id: 'Role' })
export type Role = z.infer<typeof roleSchema>

export const LOGIN_TYPES = ['basic', 'forms', 'oidc', 'none'] as const
export const loginTypeSchema = z.enum(LOGIN_TYPES).meta({ id: 'LoginType' })
export type LoginType = z.infer<typeof loginTypeSchema>

/** C0 and C1 controls; tab, line feed and carriage return are allowed in multi-line text. */
// eslint-disable-next-line no-control-regex -- finding control characters is the point
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/
// eslint-disable-next-line no-control-regex -- finding control characters is the point
const CONTROL_EXCEPT_LINES = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/

const wellFormed = (value: string) => value.isWellFormed()
const WELL_FORMED = issueCode('not_unicode')

/**
 * One line of text typed by a person: trimmed, without control characters or broken Unicode. Lengths are in UTF-16 code
 * units after trimming.
 */
export function line(length: { min?: number; max: number }) {
  return z
    .string()
    .refine(wellFormed, WELL_FORMED)
    .refine((value) => !CONTROL.test(value), issueCode('control_characters'))
    .trim()
    .min(length.min ?? 0)
    .max(length.max)
}

/** Text that may have several lines; kept as typed, never trimmed. Length in UTF-16 code units. */
export function lines(length: { min?: number; max: number }) {
  return z
    .string()
    .min(length.min ?? 0)
    .max(length.max)
    .refine(wellFormed, WELL_FORMED)
    .refine((value) => !CONTROL_EXCEPT_LINES.test(value), issueCode('control_characters'))
}

/** An integer in a query string. */
export function queryInteger(range: { min: number; max: number }) {
  return z
    .string()
    .regex(/^-?\d{1,9}$/, issueCode('not_a_whole_number'))
    .transform(Number)
    .pipe(z.number().int().min(range.min).max(range.max))
    .meta({ type: 'integer', minimum: range.min, maximum: range.max })
}

const BOOLEAN_TEXTS = new Map<unknown, boolean>([
  ['true', true],
  ['false', false],
])
/** A boolean in a body, which older clients send as text. */
export const bodyBoolean = z.preprocess((value: boolean) => BOOLEAN_TEXTS.get(value) ?? value, z.boolean())

/** `true` or `false` in a query string; 1, 0, yes, no, on and off are understood too. */
export const queryBoolean = z.stringbool().meta({ type: 'boolean' })

/** The id of one thing in the path. */
export const idParams = z.object({ id: line({ min: 1, max: 100 }) })

/** Which page of a list. @param most entries on one page. @param last the greatest offset. */
export const paging = (most: number, last = 1_000_000) => ({
  limit: queryInteger({ min: 1, max: most }).optional().default(50),
  offset: queryInteger({ min: 0, max: last }).optional().default(0),
})

/** ASINs are ten characters; older recordings carry an ISBN-10, whose check digit may be X. */
export const asinSchema = z
  .string()
  .regex(/^[A-Za-z0-9]{10}$/, issueCode('not_an_asin'))
  .transform((value) => value.toUpperCase())
export const asinParams = z.object({ asin: asinSchema })

/** The same members, each of which may also be null. */
export function nullableMembers<S extends z.ZodRawShape>(
  shape: S,
): { [Name in keyof S]: z.ZodNullable<S[Name]> }
export function nullableMembers(shape: z.ZodRawShape): z.ZodRawShape {
  return Object.fromEntries(Object.entries(shape).map(([name, member]) => [name, z.nullable(member)]))
}

/** Times in the API: ISO 8601 in UTC. */
export const timeSchema = z.iso.datetime()

/** RFC 9457 problem details, the format of every error. */
export const problemSchema = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.number().int(),
    detail: z.string().meta({ description: 'A sentence for a person' }),
    code: z.string().meta({ description: 'Stable, for programs' }),
    params: paramsSchema.meta({
      description: 'Values used in `detail`; `why` distinguishes problems with the same code',
    }),
    cause: causeSchema
      .optional()
      .meta({ description: 'The source of `detail`, for problems that may be stored' }),
    errors: z.array(issueSchema).optional(),
    request_id: z.string(),
  })
  .meta({ id: 'Problem' })
export type Problem = z.infer<typeof problemSchema>
