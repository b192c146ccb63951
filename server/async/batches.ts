/** Entries read in batches, as soon as the consumer is ready for more. */
export type Batches<T> = AsyncIterable<readonly T[]>

/**
 * Entries per batch: few enough to handle in one turn of the event loop, enough to make the queries' overhead
 * negligible.
 */
const SIZE = 100

/**
 * Reads entries by keys known beforehand, so that changes in the meantime neither repeat nor skip any.
 * @param keys in the order of their entries.
 * @param read returns the entries of some keys in that order, without those deleted since.
 */
export async function* batchesOf<K, T>(
  keys: readonly K[],
  read: (some: K[]) => Promise<readonly T[]>,
): AsyncGenerator<readonly T[], void> {
  for (let start = 0; start < keys.length; start += SIZE) yield await read(keys.slice(start, start + SIZE))
}
