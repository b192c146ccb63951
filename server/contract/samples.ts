import { z } from 'zod'
import { catalogueProblems } from './catalogue'
import { asinParams, regionChoice } from './common'
import { operation } from './operation'

const sampleSchema = z
  .object({
    audio: z.string().nullable().meta({
      description: 'Path of the sample on this server, base path included; null where there is none',
    }),
  })
  .meta({ id: 'Sample' })
export type SampleDto = z.infer<typeof sampleSchema>

export const getSample = operation({
  method: 'GET',
  path: '/api/books/{asin}/sample',
  summary: 'Whether there is a sample of an audiobook to listen to',
  access: 'any',
  fetches: 'books',
  params: asinParams,
  query: z.strictObject({ region: regionChoice }),
  answers: {
    200: { description: 'Where it is', schema: sampleSchema },
    ...catalogueProblems,
  },
})

export const playSample = operation({
  method: 'GET',
  path: '/api/books/{asin}/sample/audio',
  summary: 'The sample of an audiobook; parts of it are asked for with the header Range',
  access: 'any',
  passive: true,
  limit: 'sample',
  fetches: 'samples',
  params: asinParams,
  query: z.strictObject({ region: regionChoice }),
  answers: {
    200: { description: 'All of it', mediaType: 'audio/mpeg' },
    206: { description: 'The part that was asked for', mediaType: 'audio/mpeg' },
    404: { description: 'The catalogue has no sample of it' },
    416: { description: 'It has no such part' },
    ...catalogueProblems,
  },
})
