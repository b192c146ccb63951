/**
 * Has a query built when it is first asked, and kept: to build one takes as long as to read a page of rows.
 * @param build usually ends with `prepare()`.
 */
export function once<T>(build: () => T): () => T {
  let built: { query: T } | undefined
  return () => (built ??= { query: build() }).query
}
