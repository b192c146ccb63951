import { BOOK_STATUSES, type BookStatus } from '#contract/books'
import type { Role } from '#contract/common'
import {
  DASHBOARD_PAGE,
  type DashboardCountsDto,
  type DashboardPageInfo,
  type DashboardPaging,
} from '#contract/dashboards'
import type { Requests } from './requests.service'

/** Books by status, as the page counts them. */
type CountsDto = Awaited<ReturnType<Requests['counts']>>

/** Statuses of books that are neither approved nor in progress. */
const OTHERS: readonly BookStatus[] = ['waiting_for_approval', 'declined', 'available']

/**
 * The page's counts by status in Overseerr's terms: available books do not count as approved, books in progress do. A
 * failed book is approved and not in progress; one in progress that also has a waiting request counts under both.
 */
export function overseerrCounts({ total, by_status }: CountsDto): DashboardCountsDto {
  const of = (status: BookStatus) => by_status[status] ?? 0
  const [pending, declined, available] = [of('waiting_for_approval'), of('declined'), of('available')]
  const approved = BOOK_STATUSES.filter((status) => !OTHERS.includes(status)).reduce(
    (sum, status) => sum + of(status),
    0,
  )
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
