interface Types {
  string: string
  number: number
}

/** Whether a value from elsewhere, such as storage or another version of this page, has these fields. */
export function hasFields<Fields extends Readonly<Record<string, keyof Types>>>(
  value: unknown,
  fields: Fields,
): value is { [Name in keyof Fields]: Types[Fields[Name]] } {
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(fields).every(([name, type]) => typeof Reflect.get(value, name) === type)
}
