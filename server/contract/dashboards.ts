import { z } from 'zod'
import { queryInteger } from './common'
import { operation } from './operation'

const count = z.number().int()

/** Maximum rows per page, however many are requested. */
export const DASHBOARD_PAGE = 100
/** Dashboards also send other parameters, such as an order and a filter, which are ignored. */
const dashboardPaging = z.object({
  take: queryInteger({ min: 0, max: 1_000_000 }).optional().default(20),
  skip: queryInteger({ min: 0, max: 1_000_000 }).optional().default(0),
})
export type DashboardPaging = z.infer<typeof dashboardPaging>

const pageInfo = z
  .object({ pages: count, pageSize: count, results: count, page: count })
  .meta({ id: 'DashboardPageInfo' })
export type DashboardPageInfo = z.infer<typeof pageInfo>

const dashboardCounts = z
  .object({
    total: count,
    movie: count,
    tv: count,
    pending: count.meta({ description: 'With a request that waits, even if it is in progress for others' }),
    approved: count.meta({ description: 'Approved and not yet in the library' }),
    declined: count,
    processing: count.meta({ description: 'Approved requests that have not failed' }),
    available: count,
    completed: count,
  })
  .meta({ id: 'DashboardCounts' })
export type DashboardCountsDto = z.infer<typeof dashboardCounts>

const dashboardPerson = z
  .object({ id: count, displayName: z.string(), username: z.string(), permissions: count })
  .meta({ id: 'DashboardPerson' })
export type DashboardPersonDto = z.infer<typeof dashboardPerson>

const dashboardUserPage = z
  .object({
    pageInfo,
    results: z.array(
      z.object({ id: count, displayName: z.string(), avatar: z.string(), requestCount: count }),
    ),
  })
  .meta({ id: 'DashboardUsers' })
export type DashboardUsersDto = z.infer<typeof dashboardUserPage>

const dashboardRequestPage = z
  .object({ pageInfo, results: z.array(z.never()) })
  .meta({ id: 'DashboardRequests' })
export type DashboardRequestsDto = z.infer<typeof dashboardRequestPage>

export const dashboardCount = operation({
  method: 'GET',
  path: '/api/v1/request/count',
  summary: 'Request counts, in the format that dashboards read from Overseerr',
  access: 'any',
  answers: {
    200: { description: 'Books the caller may see, counted by state', schema: dashboardCounts },
  },
})

export const dashboardMe = operation({
  method: 'GET',
  path: '/api/v1/auth/me',
  summary: 'The caller, in the format that dashboards read from Overseerr',
  access: 'any',
  answers: { 200: { description: 'The person', schema: dashboardPerson } },
})

export const dashboardUsers = operation({
  method: 'GET',
  path: '/api/v1/user',
  summary: 'Users with their request counts, in the format that dashboards read from Overseerr',
  access: 'admin',
  query: dashboardPaging,
  answers: { 200: { description: 'A page of users, most requests first', schema: dashboardUserPage } },
})

export const dashboardRequests = operation({
  method: 'GET',
  path: '/api/v1/request',
  summary: 'An empty page: this format has room only for films and series',
  access: 'any',
  query: dashboardPaging,
  answers: { 200: { description: 'No rows', schema: dashboardRequestPage } },
})
