/**
 * Builds a query on first use and keeps it, because building it takes as long as reading a page of rows.
 * @param build usually ends with `prepare()`.
 */
export function lazyQuery<T>(build: () => T): () => T {
  let built: { query: T } | undefined
  return () => (built ??= { query: build() }).query
}
