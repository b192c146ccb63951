import { computed, toValue, type MaybeRefOrGetter } from 'vue'
import type { BookDto } from '#contract/books'
import { useFormat } from '#client/ui/useFormat'
import { useText } from '#client/app/i18n'
import { behind, tellingSubtitle } from './subtitles'

/** The facts on a book's card, in reading order. */
export function useBookFacts(book: MaybeRefOrGetter<BookDto>) {
  const { t } = useText()
  const { runtime, date, language } = useFormat()

  const subtitle = computed(() => tellingSubtitle(toValue(book)))
  /** The first series, unless the subtitle says it. */
  const series = computed(() => {
    const [first] = toValue(book).series
    const isSaid = first && subtitle.value !== null && behind(first.title, subtitle.value) !== null
    return first && !isSaid ? first : null
  })
  /** An unreleased book shows its date; for others the year is enough. */
  const releases = computed(() => {
    const day = toValue(book).release_date
    return day !== null && new Date(day).getTime() > Date.now()
      ? t('book.releases', { date: date(day) })
      : null
  })
  const facts = computed(() => {
    const { runtime_length_min, language: code, edition, release_date } = toValue(book)
    return [
      runtime_length_min ? runtime(runtime_length_min) : null,
      code === null ? null : language(code),
      release_date !== null && releases.value === null ? release_date.slice(0, 4) : null,
      edition === null || edition === 'unabridged' ? null : t(`book.${edition}`),
    ].filter((fact) => fact !== null)
  })

  return { subtitle, series, releases, facts }
}
