interface Dated {
  /** ISO date. */
  releaseDate: string | null
  runtimeMin: number | null
}

/**
 * Whether a book is only announced. One without a date is, unless it has a length.
 * @param today ISO date.
 */
export function isUpcoming({ releaseDate, runtimeMin }: Dated, today: string): boolean {
  return releaseDate === null ? runtimeMin === null : releaseDate > today
}
