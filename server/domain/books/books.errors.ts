import { defineError } from '#server/errors'
import { defineProblem } from '#server/problem'

export const notInRegion = defineProblem({ code: 'not_in_region', status: 404, title: 'Not in this region' })

export const notRequested = defineError({ code: 'not_requested', status: 404, title: 'Not requested' })
