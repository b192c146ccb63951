import { defineProblem } from '#server/errors/problem'

export const unknownFollow = defineProblem('unknown_follow', 404)
export const tooManyFollows = defineProblem('too_many_follows', 409)
