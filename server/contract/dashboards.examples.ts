import { dashboardCount, dashboardMe, dashboardRequests, dashboardUsers } from './dashboards'
import { example } from './example'

example(dashboardCount.answers[200].schema, {
  total: 42,
  movie: 0,
  tv: 0,
  pending: 5,
  approved: 12,
  declined: 3,
  processing: 10,
  available: 22,
  completed: 22,
})
const { id, displayName } = example(dashboardMe.answers[200].schema, {
  id: 1_804_289_383,
  displayName: 'robin',
  username: 'robin',
  permissions: 32,
})
const { pageInfo } = example(dashboardUsers.answers[200].schema, {
  pageInfo: { pages: 1, pageSize: 20, results: 1, page: 1 },
  results: [{ id, displayName, avatar: '', requestCount: 3 }],
})
example(dashboardRequests.answers[200].schema, {
  pageInfo: { ...pageInfo, pages: 0, results: 0 },
  results: [],
})
