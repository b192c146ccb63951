/** An issue shown at a form field. */
export interface Complaint {
  /** The field's path in the body, such as `headers.X-Name`. */
  path: string
  words: string
  /** Whether it comes from the contract's schema, which can be checked again, or from the server. */
  by: 'schema' | 'server'
  /** The value in question, as JSON. */
  about: string
}

/** @returns the value at a path of names separated by dots, as JSON; empty if there is none */
export function valueAt(values: unknown, path: string): string {
  return JSON.stringify(find(values, path)) ?? ''
}

/** Names may contain dots themselves, as those of headers do. */
function find(values: unknown, path: string): unknown {
  if (typeof values !== 'object' || values === null) return undefined
  const name = Object.keys(values).find((key) => path === key || path.startsWith(`${key}.`))
  if (name === undefined) return undefined
  const value: unknown = Reflect.get(values, name)
  return path === name ? value : find(value, path.slice(name.length + 1))
}

/**
 * The issues that still apply: the value is unchanged and, if the schema raised the issue, it still does. Another field
 * can resolve it too, as a password does for its repetition.
 * @param faulty paths that the schema rejects now
 */
export function remaining(
  complaints: readonly Complaint[],
  values: unknown,
  faulty: readonly string[],
): Complaint[] {
  return complaints.filter(
    ({ path, by, about }) => valueAt(values, path) === about && (by === 'server' || faulty.includes(path)),
  )
}
