import { causeOf } from '#contract/cause'
import { connectionFailed } from '#server/domain/integrations/connection.errors'
import { notTheApi } from './service-http'

/** How often a walk over one library begins again because something was removed meanwhile. */
const MOST_RESTARTS = 5

/** A part of a list, as a media server answers it. */
export interface LibraryPage {
  rows: readonly unknown[]
  /** Of the whole list. */
  total: number
}

/** Rows of one library: ten times the largest that anybody has. */
const MOST_ROWS = 1_000_000
/** Rows by which a media server may have counted wrongly, as a part of all. */
const MISCOUNTED = 0.05

/**
 * Reads a list that is asked for from a place on. Where it has become shorter, what stood behind has moved up, perhaps
 * onto a page that was read before: it is read again from its beginning, and rows come twice.
 * @param read asks for the page that begins at a place, counted from 0.
 * @throws AppError where the list does not hold still, has no end, or breaks off: what is read to its end is believed.
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
      if (++restarts > MOST_RESTARTS) throw connectionFailed(causeOf('library_changing', { service }))
      start = 0
      before = 0
      first = undefined
      continue
    }
    const top = JSON.stringify(rows[0])
    const isRepeated = top !== undefined && top === first
    if (isRepeated || (rows.length === 0 && breaksOff(start, total))) {
      throw connectionFailed(causeOf('answer_cut_off', { service }))
    }
    first = top
    before = total
    if (rows.length > 0) yield rows
    start += rows.length
    if (rows.length === 0 || start >= total) return
    if (start >= MOST_ROWS) throw notTheApi(service, 'too_long')
  }
}

/** Whether more is missing than a server may have counted wrongly. */
function breaksOff(start: number, total: number): boolean {
  const missing = total - start
  return missing > 0 && (start === 0 || missing > Math.max(5, total * MISCOUNTED))
}
