import { z } from 'zod'
import { catalogueProblems } from './catalogue'
import { asinParams, regionChoice } from './common'
import { operation } from './operation'

const sampleSchema = z
  .object({
    audio: z.string().nullable().meta({
      description: 'Path of the sample on this server, base path included; null if there is none',
    }),
  })
  .meta({ id: 'Sample' })
export type SampleDto = z.infer<typeof sampleSchema>

export const getSample = operation({
  method: 'GET',
  path: '/api/books/{asin}/sample',
  summary: 'Whether an audiobook has a sample',
  access: 'any',
  fetches: 'books',
  params: asinParams,
  query: z.strictObject({ region: regionChoice }),
  answers: { 200: { description: 'Where it is', schema: sampleSchema }, ...catalogueProblems },
})

export const playSample = operation({
  method: 'GET',
  path: '/api/books/{asin}/sample/audio',
  summary: 'The sample of an audiobook; supports the header Range',
  access: 'any',
  passive: true,
  limit: 'sample',
  fetches: 'samples',
  params: asinParams,
  query: z.strictObject({ region: regionChoice }),
  answers: {
    200: { description: 'All of it', mediaTypes: ['audio/mpeg'] },
    206: { description: 'The requested part', mediaTypes: ['audio/mpeg'] },
    404: { description: 'The catalogue has no sample of it' },
    416: { description: 'It has no such part' },
    ...catalogueProblems,
  },
})
