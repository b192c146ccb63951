type OverContext<C> = (context: C, ...given: never[]) => unknown
type Bound<F> = {
  [K in keyof F]: F[K] extends (context: never, ...given: infer A) => infer R ? (...given: A) => R : never
}

/** A service of functions that take one context: each of them with the context handed in. */
export function bind<C, F extends Record<string, OverContext<C>>>(context: C, functions: F): Bound<F>
export function bind(
  context: unknown,
  functions: Record<string, (context: unknown, ...given: unknown[]) => unknown>,
): unknown {
  const bound: Record<string, unknown> = Object.fromEntries(
    Object.entries(functions).map(([name, run]) => [name, (...given: unknown[]) => run(context, ...given)]),
  )
  return bound
}
