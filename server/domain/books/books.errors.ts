import { defineProblem } from '#server/errors/problem'

export const notInRegion = defineProblem('not_in_region', 404)

export const notRequested = defineProblem('not_requested', 404)
