/** A place among rows in the order of their time. */
export interface Place {
  at: Date
  id: string
}

/** What one step came to. */
export interface RemovalStep {
  /** Rows that are gone. */
  removed: number
  /** Where the next step goes on; null when there is nothing left to look at. */
  next: Place | null
}

/** Rows of one kind, as the feature that owns them has them removed. */
export interface KeptRows {
  /** Names of the tables that hold them. */
  tables: readonly string[]
  count(): Promise<number>
  /** @returns when the last of so many newest rows was written; null where there are no more than that. */
  findOldestOf(newest: number): Promise<Date | null>
  /**
   * Removes a few rows in one transaction, the oldest first, and none that is still needed.
   * @param before only what was written before that
   * @param from where the step before ended; null for the first one
   */
  removeSome(before: Date, from: Place | null): Promise<RemovalStep>
}
