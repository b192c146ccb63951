/** The value of each field of a draft, as comparable text. */
export type FieldTexts = ReadonlyMap<string, string>

/** @param textOf serialises a field; JSON by default */
export function textsOf<T extends object>(
  draft: T,
  textOf: (field: keyof T, draft: T) => string = (field) => JSON.stringify(draft[field]),
): FieldTexts {
  return new Map(fieldsOf(draft).map((field) => [field, textOf(field, draft)]))
}

/**
 * The draft after the stored values have changed: untouched fields follow them, and edited ones stay.
 * @param draft the current input
 * @param texts the values of its fields
 * @param untouched values that need not be kept: the previously stored ones, and those that were sent
 * @param after what is stored now
 */
export function mergeDraft<T extends object>(
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
