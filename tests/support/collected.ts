import type { Batches } from '#server/async/batches'

/** Collects the entries of all batches. */
export async function collected<T>(batches: Batches<T>): Promise<T[]> {
  const entries: T[] = []
  for await (const batch of batches) entries.push(...batch)
  return entries
}
