import type { BookStatus } from '#contract/books'
import type { Role } from '#contract/common'
import {
  DASHBOARD_PAGE,
  type DashboardCountsDto,
  type DashboardPageInfo,
  type DashboardPaging,
} from '#contract/dashboards'

/**
 * Counts by status in Overseerr's terms: available books do not count as approved, books in progress do. A
 * failed book is approved and not in progress.
 */
export function overseerrCounts(byStatus: ReadonlyMap<BookStatus, number>): DashboardCountsDto {
  const of = (status: BookStatus) => byStatus.get(status) ?? 0
  const total = [...byStatus.values()].reduce((sum, books) => sum + books, 0)
  const pending = of('waiting_for_approval')
  const declined = of('declined')
  const available = of('available')
  const approved = total - pending - declined - available
  const processing = approved - of('failed')
  return { total, movie: 0, tv: 0, pending, approved, declined, processing, available, completed: available }
}

/** Overseerr permission bits: for an administrator, and for someone who may request. */
export function overseerrPermissions(role: Role): number {
  return role === 'admin' ? 2 : 32
}

/**
 * A stable numeric id for programs that know users by number: FNV-1a of the id in 31 bits, so that it fits a signed
 * integer. Never 0.
 */
export function overseerrUserId(id: string): number {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(id)) hash = Math.imul(hash ^ byte, 0x01000193)
  return hash >>> 1 || 1
}

/** The page to return, whatever size was requested. */
export function pageOf({ take, skip }: DashboardPaging): { limit: number; offset: number } {
  return { limit: Math.min(Math.max(take, 1), DASHBOARD_PAGE), offset: skip }
}

/** @param results the total without paging. */
export function pageInfoOf(paging: DashboardPaging, results: number): DashboardPageInfo {
  const { limit, offset } = pageOf(paging)
  return {
    pages: Math.ceil(results / limit),
    pageSize: limit,
    results,
    page: Math.floor(offset / limit) + 1,
  }
}
