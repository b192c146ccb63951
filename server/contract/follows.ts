import { z } from 'zod'
import { catalogueProblems } from './catalogue'
import { asinSchema, idParams, line, regionChoice, regionSchema, timeSchema } from './common'
import { operation } from './operation'

const FOLLOW_KINDS = ['series', 'author', 'narrator'] as const
const followKindSchema = z.enum(FOLLOW_KINDS).meta({ id: 'FollowKind' })
export type FollowKind = z.infer<typeof followKindSchema>

/** Maximum follows per person. */
export const MAX_FOLLOWS = 500

const requestsSchema = z.boolean().meta({
  description: 'Whether new books are requested automatically, within quota and approval rules',
})

const followSchema = z
  .object({
    id: z.string(),
    kind: followKindSchema,
    region: regionSchema,
    asin: z.string().nullable().meta({ description: 'For a series; null for a person' }),
    name: z.string().meta({ description: 'Title of the series, or name of the person' }),
    requests: requestsSchema,
    since: timeSchema,
  })
  .meta({ id: 'Follow' })
export type FollowDto = z.infer<typeof followSchema>

const choices = { region: regionChoice, requests: requestsSchema.optional().default(false) }
const followBody = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('series'), asin: asinSchema, ...choices }),
    z.strictObject({
      kind: z.enum(['author', 'narrator']),
      name: line({ min: 1, max: 200 }),
      ...choices,
    }),
  ])
  .meta({ id: 'FollowBody' })
export type FollowBody = z.output<typeof followBody>

const patchFollowBody = z.strictObject({ requests: requestsSchema }).meta({ id: 'PatchFollow' })

export const listFollows = operation({
  method: 'GET',
  path: '/api/follows',
  summary: 'Series, authors and narrators that the caller follows',
  access: 'any',
  answers: { 200: { description: `By name; ${MAX_FOLLOWS} at most`, schema: z.array(followSchema) } },
})

export const follow = operation({
  method: 'POST',
  path: '/api/follows',
  summary: 'Follow a series, an author or a narrator',
  access: 'any',
  limit: 'follow',
  fetches: 'books',
  body: followBody,
  answers: {
    200: {
      description: 'The follow; if it already existed, its request setting is updated',
      schema: followSchema,
    },
    404: { description: 'This region’s catalogue has no such series' },
    409: { description: `${MAX_FOLLOWS} are followed already` },
    ...catalogueProblems,
  },
})

export const patchFollow = operation({
  method: 'PATCH',
  path: '/api/follows/{id}',
  summary: 'Choose whether new books are requested automatically',
  access: 'any',
  limit: 'follow',
  params: idParams,
  body: patchFollowBody,
  answers: {
    200: { description: 'The follow', schema: followSchema },
    404: { description: 'The caller does not follow this' },
  },
})

export const unfollow = operation({
  method: 'DELETE',
  path: '/api/follows/{id}',
  summary: 'Unfollow',
  access: 'any',
  params: idParams,
  answers: {
    204: { description: 'No longer followed' },
    404: { description: 'The caller did not follow this' },
  },
})
