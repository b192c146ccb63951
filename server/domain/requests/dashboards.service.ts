import type {
  DashboardCountsDto,
  DashboardPaging,
  DashboardPersonDto,
  DashboardRequestsDto,
  DashboardUsersDto,
} from '#contract/dashboards'
import type { CurrentUser } from '#server/domain/auth/auth.types'
import {
  overseerrCounts,
  overseerrPermissions,
  overseerrUserId,
  pageInfoOf,
  pageOf,
} from './dashboards.rules'
import type { DashboardsRepository } from './dashboards.repository'
import type { Requests } from './requests.service'

/** Answers in the format of Overseerr's API, which dashboards understand. */
export function createDashboards(dependencies: {
  repository: DashboardsRepository
  requests: Pick<Requests, 'counts'>
}) {
  const { repository, requests } = dependencies

  return {
    /** The page's counts of the books that this person may see. One query, as dashboards poll every few seconds. */
    async counts(user: CurrentUser): Promise<DashboardCountsDto> {
      return overseerrCounts(await requests.counts(user))
    },

    me({ id, username, role }: CurrentUser): DashboardPersonDto {
      return {
        id: overseerrUserId(id),
        displayName: username,
        username,
        permissions: overseerrPermissions(role),
      }
    },

    /** Users with the number of their requests, most first. */
    async users(paging: DashboardPaging): Promise<DashboardUsersDto> {
      const { users, total } = await repository.listUsers(pageOf(paging))
      return {
        pageInfo: pageInfoOf(paging, total),
        results: users.map(({ id, username, requestCount }) => ({
          id: overseerrUserId(id),
          displayName: username,
          avatar: '',
          requestCount,
        })),
      }
    },

    /** Always empty: a row could only be a film or a TV series. */
    requests: (paging: DashboardPaging): DashboardRequestsDto => ({
      pageInfo: pageInfoOf(paging, 0),
      results: [],
    }),
  }
}
