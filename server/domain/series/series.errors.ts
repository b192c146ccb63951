import { defineProblem } from '#server/errors/problem'

export const noSuchSeries = defineProblem('no_such_series', 404)
