import { refDebounced } from '@vueuse/core'
import { computed, ref, shallowRef, watch } from 'vue'
import type { RequestedBookDto } from '#contract/books'
import { asinSchema } from '#contract/common'
import { useDownloadPreview, type DownloadSettingsChange } from './queries'
import { useRequests } from '#client/features/requests/queries'
import { countChanges } from './previewChanges'
import type { DownloadForm } from './useDownloadForm'

/** Milliseconds of pause in typing before a preview is requested. */
const DEBOUNCE = 350
/** Maximum books in the selection. */
const BOOKS = 50

/** The effect of the unsaved settings on the releases of a requested book. */
export function usePreview(form: Pick<DownloadForm, 'changes' | 'isValid'>) {
  const words = ref('')
  const settledWords = refDebounced(words, DEBOUNCE)
  const requests = useRequests(() => ({
    status: null,
    q: settledWords.value.trim(),
    user: null,
    withReleases: true,
    sort: 'date',
    order: 'desc',
    limit: BOOKS,
    offset: 0,
  }))

  const found = computed(() =>
    (requests.data.value?.items ?? [])
      .map(({ book }) => book)
      .filter(({ asin }) => asinSchema.safeParse(asin).success),
  )
  const book = shallowRef<RequestedBookDto['book'] | null>(null)
  watch(
    found,
    (books) => {
      book.value ??= books[0] ?? null
    },
    { immediate: true },
  )

  /** The last valid settings: half a number is not worth a preview. */
  const previewed = shallowRef<DownloadSettingsChange>(form.isValid.value ? form.changes.value : {})
  const settled = refDebounced(form.changes, DEBOUNCE)
  watch(settled, (changes) => {
    if (form.isValid.value) previewed.value = changes
  })

  const preview = useDownloadPreview(() => ({ asin: book.value?.asin ?? null, changes: previewed.value }))
  const counts = computed(() => (preview.data.value ? countChanges(preview.data.value.releases) : null))

  return {
    words,
    requests,
    found,
    book,
    preview,
    counts,
    choose(asin: string) {
      book.value = found.value.find((other) => other.asin === asin) ?? book.value
    },
  }
}

export type Preview = ReturnType<typeof usePreview>
