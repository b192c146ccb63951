import { causeOf } from '#contract/cause'
import { connectionFailed } from '#server/domain/integrations/connection.errors'

/** How often a walk over one library begins again because something was removed meanwhile. */
const MOST_RESTARTS = 5

/** A part of a list, as a media server answers it. */
export interface LibraryPage {
  rows: readonly unknown[]
  /** Of the whole list. */
  total: number
}

/**
 * Reads a list that is asked for from a place on. Where it has become shorter, what stood behind has moved up, perhaps
 * onto a page that was read before: it is read again from its beginning, and rows come twice.
 * @param read asks for the page that begins at a place, counted from 0.
 * @throws AppError where the list does not hold still.
 */
export async function* pagesOf(
  service: string,
  read: (start: number) => Promise<LibraryPage>,
): AsyncGenerator<readonly unknown[]> {
  let restarts = 0
  let before = 0
  for (let start = 0; ;) {
    const { rows, total } = await read(start)
    if (total < before) {
      if (++restarts > MOST_RESTARTS) throw connectionFailed(causeOf('library_changing', { service }))
      start = 0
      before = 0
      continue
    }
    before = total
    if (rows.length > 0) yield rows
    start += rows.length
    if (rows.length === 0 || start >= total) return
  }
}
