type OverContext<C> = (context: C, ...given: never[]) => unknown
type Bound<F> = {
  [K in keyof F]: F[K] extends (context: never, ...given: infer A) => infer R ? (...given: A) => R : never
}

/** Binds functions that take a context as their first argument to one context. */
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
