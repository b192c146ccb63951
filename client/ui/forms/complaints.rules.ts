/** What is said against a field of a form. */
export interface Complaint {
  /** The field in what is sent, such as `headers.X-Name`. */
  path: string
  words: string
  /** Whether the contract's schema said it, which can be asked again, or the server. */
  by: 'schema' | 'server'
  /** The value that was complained about, as JSON. */
  about: string
}

/** @returns the value at a path of names separated by points, as JSON; empty where there is none */
export function valueAt(values: unknown, path: string): string {
  return JSON.stringify(find(values, path)) ?? ''
}

/** Names may hold points themselves, as those of headers do. */
function find(values: unknown, path: string): unknown {
  if (typeof values !== 'object' || values === null) return undefined
  const name = Object.keys(values).find((key) => path === key || path.startsWith(`${key}.`))
  if (name === undefined) return undefined
  const value: unknown = Reflect.get(values, name)
  return path === name ? value : find(value, path.slice(name.length + 1))
}

/**
 * The complaints that still hold: the value is the one that was complained about, and the schema, where it was the
 * one that complained, still does. Another field can mend it too, as a password mends its repetition.
 * @param faulty paths that the schema complains about now
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
