import { z } from 'zod'
import { editionSchema } from './books'
import { asinParams, timeSchema } from './common'
import { operation } from './operation'

/** A person's ruling on a release, whatever its verdict. */
export const PERSON_VERDICTS = ['right', 'unwanted', 'another_book'] as const
export type PersonVerdict = (typeof PERSON_VERDICTS)[number]

/** The reasons for blocking a release. */
export const BLOCK_REASONS = ['unwanted', 'another_book'] as const satisfies readonly PersonVerdict[]
export type BlockReason = (typeof BLOCK_REASONS)[number]

/** A release, identified by guid and indexer. */
export const chosenRelease = z
  .strictObject({ guid: z.string().min(1).max(4000), indexer_id: z.number().int() })
  .meta({ id: 'ChosenRelease' })

/** A ruling on a release, as the releases page shows it. */
export const releaseRulingSchema = z
  .object({
    said: z.enum(PERSON_VERDICTS).meta({
      description:
        'Grabbed although it was rejected, blocked as not wanted, or blocked as a release of another book',
    }),
    actor: z.string().meta({ description: 'Username' }),
    at: timeSchema,
  })
  .meta({ id: 'SaidOfRelease' })
export type SaidOfReleaseDto = z.infer<typeof releaseRulingSchema>

/**
 * One line of the export, in the format of `npm run eval`. It contains only names: nothing identifies a
 * person or an indexer.
 */
export const judgedPairSchema = z
  .object({
    title: z.string().meta({ description: 'Of the release, without links' }),
    class: z.enum(PERSON_VERDICTS),
    match: z.object({
      wanted: z.object({
        title: z.string(),
        subtitle: z.string().nullable(),
        author: z.string().nullable().meta({ description: 'Separated by commas' }),
        narrators: z.array(z.string()),
        series: z.array(z.object({ title: z.string(), position: z.string().nullable() })),
        language: z.string().nullable(),
        edition: editionSchema.nullable(),
        runtime: z.number().nullable().meta({ description: 'Minutes' }),
      }),
      is_same_book: z.boolean().nullable().meta({
        description: 'Null if it was blocked as not wanted, which says nothing about which book it is',
      }),
    }),
    verdict: z
      .object({ accepted: z.boolean(), automatic: z.boolean(), reasons: z.array(z.string()) })
      .meta({ description: 'The verdict at that time, with its reason codes' }),
  })
  .meta({ id: 'JudgedPair' })
export type JudgedPairDto = z.infer<typeof judgedPairSchema>

export const exportJudgedPairs = operation({
  method: 'GET',
  path: '/api/judged-pairs',
  summary:
    'The releases that an administrator has ruled on, one JSON object per line, oldest first; names only, for a bug report',
  access: 'admin',
  answers: {
    200: {
      description: 'The judged releases of all books',
      mediaTypes: ['application/x-ndjson'],
      schema: judgedPairSchema,
    },
  },
})

export const withdrawJudgedPair = operation({
  method: 'DELETE',
  path: '/api/requests/{asin}/judged-pairs',
  summary: 'Undo an administrator’s ruling on a release; if that blocked it, it is allowed again',
  access: 'admin',
  params: asinParams,
  body: chosenRelease,
  answers: {
    204: { description: 'Undone, or there was nothing to undo' },
    404: { description: 'No one has requested this audiobook' },
  },
})
