/** The keys of a record in its order, and whether something is one of them. */
export function keysOf<K extends string>(record: Readonly<Record<K, unknown>>) {
  const isKey = (value: unknown): value is K => typeof value === 'string' && Object.hasOwn(record, value)
  const keys: readonly K[] = Object.keys(record).filter(isKey)
  return { isKey, keys }
}
