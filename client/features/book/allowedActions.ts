import type { BookStatus } from '#contract/books'
import type { Role } from '#contract/common'

export type BookAction =
  | 'releases'
  | 'auto'
  | 'retry'
  | 'stop'
  | 'downloaded'
  | 'arrived'
  | 'failed'
  | 'revert'
  | 'confirm'
  | 'again'
  | 'issue'

const HANDED_OVER: readonly (BookStatus | null)[] = ['grabbed', 'downloading']
const LOOKING: readonly (BookStatus | null)[] = ['waiting', 'searching', 'not_found']

/** What may be done about a book: the server decides, this only hides what it would refuse. */
export function allowedActions(book: {
  status: BookStatus | null
  stopped: boolean
  role: Role
  mine: boolean
  /** Whether a request that this person sees is approved. */
  approved: boolean
  /** Whether there is anything that can be asked for releases. */
  searchable: boolean
}): ReadonlySet<BookAction> {
  const { status, stopped, role, mine, approved, searchable } = book
  const admin = role === 'admin'
  const handedOver = HANDED_OVER.includes(status)
  const looking = LOOKING.includes(status)
  const when: Record<BookAction, boolean> = {
    confirm: admin && status === 'grab_unconfirmed',
    releases: admin && status !== null,
    auto: searchable && role === 'trusted' && mine && approved && looking && status !== 'searching',
    retry:
      searchable &&
      admin &&
      ((looking && status !== 'searching') || status === 'failed' || (stopped && looking)),
    downloaded: admin && status !== null && status !== 'available',
    arrived: !admin && mine && handedOver,
    failed: admin && handedOver,
    revert: admin && (handedOver || status === 'available' || status === 'failed'),
    stop: admin && looking && !stopped,
    again: admin && status === 'available',
    // Why it is not looked for is to be read where that would be asked for.
    issue: !searchable && (looking || (admin && status === 'failed')),
  }
  const actions: readonly BookAction[] = [
    'confirm',
    'releases',
    'auto',
    'retry',
    'downloaded',
    'arrived',
    'failed',
    'revert',
    'stop',
    'again',
    'issue',
  ]
  return new Set(actions.filter((action) => when[action]))
}
