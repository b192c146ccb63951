/** Entries that are read some at a time, as soon as whoever takes them is ready for more. */
export type Batches<T> = AsyncIterable<readonly T[]>

/** Entries in one batch: few enough for a turn of the event loop, and so many that asking for them is not what counts. */
const SIZE = 100

/**
 * Reads entries by keys that are known beforehand, so that none is there twice and none left out, whatever changes
 * meanwhile.
 * @param keys in the order of the entries.
 * @param read the entries of some keys in that order; what is gone by then is left out.
 */
export async function* batchesOf<K, T>(
  keys: readonly K[],
  read: (some: K[]) => Promise<readonly T[]>,
): AsyncGenerator<readonly T[], void> {
  for (let start = 0; start < keys.length; start += SIZE) yield await read(keys.slice(start, start + SIZE))
}
