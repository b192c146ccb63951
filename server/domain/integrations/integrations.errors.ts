import { defineError } from '#server/errors'
import { defineProblem } from '#server/problem'

export const unknownIndexer = defineProblem({
  code: 'unknown_indexer',
  status: 404,
  title: 'Unknown indexer',
})
export const unfitSettings = defineError({ code: 'validation_failed', status: 422, title: 'Invalid input' })
