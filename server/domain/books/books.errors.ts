import { defineProblem } from '#server/problem'

export const notInRegion = defineProblem('not_in_region', 404, 'Not in this region')

export const notRequested = defineProblem('not_requested', 404, 'Not requested')
