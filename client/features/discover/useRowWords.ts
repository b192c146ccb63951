import type { DiscoverRowDto, RecommendedBookDto, RowKind } from '#contract/discover'
import { useCodes, useText } from '#client/app/i18n'
import { useFormat } from '#client/ui/useFormat'
import type { NoteLines } from './noteLines'

/** The names of rows, and the notes under their books. */
export function useRowWords() {
  const { t } = useText()
  const { date } = useFormat()
  const wordsOf = useCodes()

  function titleOf({ row, category }: DiscoverRowDto): string {
    if (category && (row === 'bestsellers' || row === 'new_releases')) {
      return t(`discover.ofCategory.${row}`, { category: category.name })
    }
    return t(`discover.rows.${row}`)
  }

  function reasonOf({ reason }: RecommendedBookDto): string {
    return reason ? (wordsOf('recommendations', reason.code, reason.params) ?? reason.text) : ''
  }

  /** The note under a book of a row; empty if there is none. */
  function noteOf(row: RowKind, item: RecommendedBookDto): string {
    if (row === 'user' || row === 'narrators') return reasonOf(item)
    if (row === 'popular') return t('discover.requests', { n: item.requester_count })
    const { release_date } = item.book
    return (row === 'new_releases' || row === 'followed') && release_date !== null ? date(release_date) : ''
  }

  return { titleOf, noteOf, noteLines: (row: RowKind) => NOTE_LINES[row] ?? 0 }
}

const NOTE_LINES: Partial<Record<RowKind, NoteLines>> = {
  user: 2,
  narrators: 2,
  popular: 1,
  new_releases: 1,
  followed: 1,
}
