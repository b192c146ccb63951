import { defineProblem } from '#server/problem'

export const noSuchSeries = defineProblem('no_such_series', 404)
