import { causeOf } from '#contract/cause'
import { connectionFailed } from '#server/domain/integrations/connection.errors'
import { notTheApi } from './service-http'

/** How often a walk over one library may restart because items were removed in the meantime. */
const MAX_RESTARTS = 5

/** A page of a media server's list. */
export interface LibraryPage {
  rows: readonly unknown[]
  /** Number of rows in the whole list. */
  total: number
}

/** Maximum rows of one library: ten times the largest known. */
const MAX_ROWS = 1_000_000
/** The fraction by which a media server's count may be wrong. */
const MISCOUNTED = 0.05

/**
 * Reads a paged list. If the list shrinks, rows have moved up, perhaps onto a page that was already read. It
 * is then read again from the start, so rows can repeat.
 * @param read fetches the page at an offset, counted from 0.
 * @throws AppError if the list keeps changing, never ends or breaks off, since a part must not be taken for
 *   the whole list.
 */
export async function* pagesOf(
  service: string,
  read: (start: number) => Promise<LibraryPage>,
): AsyncGenerator<readonly unknown[]> {
  let restarts = 0
  let before = 0
  let first: string | undefined
  for (let start = 0; ;) {
    const { rows, total } = await read(start)
    if (total < before) {
      if (++restarts > MAX_RESTARTS) throw connectionFailed(causeOf('library_changing', { service }))
      start = 0
      before = 0
      first = undefined
      continue
    }
    const top = JSON.stringify(rows[0])
    const isRepeated = top !== undefined && top === first
    if (isRepeated || (rows.length === 0 && isCutOff(start, total))) {
      throw connectionFailed(causeOf('answer_cut_off', { service }))
    }
    first = top
    before = total
    if (rows.length > 0) yield rows
    start += rows.length
    if (rows.length === 0 || start >= total) return
    if (start >= MAX_ROWS) throw notTheApi(service, 'too_long')
  }
}

/** Whether more rows are missing than a miscount would explain. */
function isCutOff(start: number, total: number): boolean {
  const missing = total - start
  return missing > 0 && (start === 0 || missing > Math.max(5, total * MISCOUNTED))
}
