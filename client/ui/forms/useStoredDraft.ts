import { watch, type Ref } from 'vue'
import { carriedOver, textsOf, type FieldTexts } from './draft.rules'

interface StoredDraftOptions<T extends object> {
  /** What is filled in. */
  draft: Ref<T>
  /** What is stored, as a draft. */
  stored: () => T
  /** What a field holds, to compare it; JSON unless given. */
  textOf?: (field: keyof T, draft: T) => string
}

/**
 * Keeps a draft beside what is stored. When somebody else changes that meanwhile, fields that were not touched
 * follow, and what was typed stays.
 */
export function useStoredDraft<T extends object>({ draft, stored, textOf }: StoredDraftOptions<T>) {
  const texts = (of: T): FieldTexts => textsOf(of, textOf)
  let before = texts(stored())
  let sent: FieldTexts | null = null

  watch(
    () => JSON.stringify([...texts(stored())]),
    () => {
      const untouched = sent === null ? [before] : [before, sent]
      draft.value = carriedOver(draft.value, texts(draft.value), untouched, stored())
      before = texts(stored())
    },
  )

  return {
    /** Saves what is filled in: those fields then follow what the server made of them. */
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
