import { defineProblem } from '#server/problem'

export const unknownFollow = defineProblem('unknown_follow', 404, 'Not followed')
export const tooManyFollows = defineProblem('too_many_follows', 409, 'Too many followed')
