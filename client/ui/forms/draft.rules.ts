/** What each field of a draft holds, as text that can be compared. */
export type FieldTexts = ReadonlyMap<string, string>

/** @param textOf what a field holds; JSON unless given */
export function textsOf<T extends object>(
  draft: T,
  textOf: (field: keyof T, draft: T) => string = (field) => JSON.stringify(draft[field]),
): FieldTexts {
  return new Map(fieldsOf(draft).map((field) => [field, textOf(field, draft)]))
}

/**
 * What is filled in, after what is stored has changed: fields that nobody touched follow it, and what was typed
 * stays.
 * @param draft what is filled in
 * @param texts what its fields hold
 * @param untouched what fields held that are not to be kept: the former stored ones, and those that were sent
 * @param after what is stored now
 */
export function carriedOver<T extends object>(
  draft: T,
  texts: FieldTexts,
  untouched: readonly FieldTexts[],
  after: T,
): T {
  const merged = { ...after }
  for (const field of fieldsOf(draft)) {
    if (!untouched.some((other) => other.get(field) === texts.get(field))) merged[field] = draft[field]
  }
  return merged
}

function fieldsOf<T extends object>(draft: T): (string & keyof T)[] {
  const isField = (name: string): name is string & keyof T => name in draft
  return Object.keys(draft).filter(isField)
}
