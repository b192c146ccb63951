/** A position among rows in time order. */
export interface Place {
  at: Date
  id: string
}

/** The result of one step. */
export interface RemovalStep {
  /** Rows deleted. */
  removed: number
  /** Where the next step continues; null if nothing is left. */
  next: Place | null
}

/** Rows of one kind, deleted through the feature that owns them. */
export interface KeptRows {
  /** Names of the tables that contain them. */
  tables: readonly string[]
  count(): Promise<number>
  /** @returns when the oldest of this many newest rows was written; null if there are fewer. */
  findOldestOf(newest: number): Promise<Date | null>
  /**
   * Deletes a few rows in one transaction, oldest first, except those still needed.
   * @param before only rows written before this time
   * @param from where the previous step ended; null for the first
   */
  removeSome(before: Date, from: Place | null): Promise<RemovalStep>
}
