import type { SearchSort } from '#contract/catalogue'

/** Every order of results, in menu order. */
const ORDER = { relevance: 0, newest: 1, title: 2, longest: 3, shortest: 4 } satisfies Record<
  SearchSort,
  number
>

export const isSort = (value: string): value is SearchSort => Object.hasOwn(ORDER, value)

export const SORTS_IN_ORDER: readonly SearchSort[] = Object.keys(ORDER).filter(isSort)
