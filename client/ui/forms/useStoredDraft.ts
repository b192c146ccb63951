import { watch, type Ref } from 'vue'
import { mergeDraft, textsOf, type FieldTexts } from './draft.rules'

interface StoredDraftOptions<T extends object> {
  /** The current input. */
  draft: Ref<T>
  /** The stored values, as a draft. */
  stored: () => T
  /** Serialises a field for comparison; JSON by default. */
  textOf?: (field: keyof T, draft: T) => string
}

/**
 * Keeps a draft of stored values. If someone else changes those meanwhile, untouched fields follow, and
 * edited ones stay.
 */
export function useStoredDraft<T extends object>({ draft, stored, textOf }: StoredDraftOptions<T>) {
  const texts = (of: T): FieldTexts => textsOf(of, textOf)
  let before = texts(stored())
  let sent: FieldTexts | null = null

  watch(
    () => JSON.stringify([...texts(stored())]),
    () => {
      const untouched = sent === null ? [before] : [before, sent]
      draft.value = mergeDraft(draft.value, texts(draft.value), untouched, stored())
      before = texts(stored())
    },
  )

  return {
    /** Saves the draft: its fields then show the values that the server returns. */
    async saving<R>(save: () => Promise<R>): Promise<R> {
      const former = sent
      sent = texts(draft.value)
      try {
        return await save()
      } catch (error) {
        sent = former
        throw error
      }
    },
  }
}
