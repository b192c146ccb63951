import { defineProblem } from '#server/errors/problem'

export const notInRegion = defineProblem('not_in_region', 404)

export const notRequested = defineProblem('not_requested', 404)

/** A decision is about what was shown, from which the book differs now. */
export const changedSinceSeen = defineProblem('changed_since_seen', 409)
