/** Stands for an object that a hook will make, so that tests can name it before. */
export function standIn<T extends object>(made: () => T): T
export function standIn(made: () => object): object {
  return new Proxy({}, { get: (_target, key): unknown => Reflect.get(made(), key) })
}
