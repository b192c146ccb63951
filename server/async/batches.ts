/** Entries read in batches, as soon as the consumer is ready for more. */
export type Batches<T> = AsyncIterable<readonly T[]>

/** Entries per batch: few enough for one turn of the event loop, enough to make the queries' overhead negligible. */
const SIZE = 100

/**
 * Reads entries by keys known beforehand, so that none is repeated or skipped, whatever changes meanwhile.
 * @param keys in the order of the entries.
 * @param read returns the entries of some keys in that order, without those deleted meanwhile.
 */
export async function* batchesOf<K, T>(
  keys: readonly K[],
  read: (some: K[]) => Promise<readonly T[]>,
): AsyncGenerator<readonly T[], void> {
  for (let start = 0; start < keys.length; start += SIZE) yield await read(keys.slice(start, start + SIZE))
}
