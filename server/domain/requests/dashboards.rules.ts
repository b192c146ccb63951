import type { BookStatus } from '#contract/books'
import type { Role } from '#contract/common'
import {
  DASHBOARD_PAGE,
  type DashboardCountsDto,
  type DashboardPageInfo,
  type DashboardPaging,
} from '#contract/dashboards'

/**
 * Books by status in Overseerr's words: what is available has left the approved ones, and those being worked on
 * are among them. What failed is approved, and nobody works on it.
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

/** Bits of Overseerr's permissions: an administrator, and somebody who may request. */
export function overseerrPermissions(role: Role): number {
  return role === 'admin' ? 2 : 32
}

/**
 * A number that stays with a user for programs that know users by number: FNV-1a of the id, in 31 bits so that
 * it fits a signed integer everywhere. Never 0.
 */
export function overseerrUserId(id: string): number {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(id)) hash = Math.imul(hash ^ byte, 0x01000193)
  return hash >>> 1 || 1
}

/** The page that is answered, whatever size was asked for. */
export function pageOf({ take, skip }: DashboardPaging): { limit: number; offset: number } {
  return { limit: Math.min(Math.max(take, 1), DASHBOARD_PAGE), offset: skip }
}

/** @param results all there are, without paging. */
export function pageInfoOf(paging: DashboardPaging, results: number): DashboardPageInfo {
  const { limit, offset } = pageOf(paging)
  return {
    pages: Math.ceil(results / limit),
    pageSize: limit,
    results,
    page: Math.floor(offset / limit) + 1,
  }
}
