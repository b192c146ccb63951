import { asc, count, desc, eq } from 'drizzle-orm'
import type { Database } from '#server/db/database'

/** A user with the number of books they asked for. */
interface CountedUser {
  id: string
  username: string
  requestCount: number
}

/** Reads what dashboards show of people. */
export function createDashboardsRepository({ database }: { database: Database }) {
  const { users, requests } = database.tables

  return {
    /** One page of users, most requests first, and how many there are without paging. */
    async listUsers(page: {
      limit: number
      offset: number
    }): Promise<{ users: CountedUser[]; total: number }> {
      const requestCount = count(requests.id)
      const [rows, total] = await Promise.all([
        database.read
          .select({ id: users.id, username: users.username, requestCount })
          .from(users)
          .leftJoin(requests, eq(requests.userId, users.id))
          .groupBy(users.id, users.username, users.usernameKey)
          .orderBy(desc(requestCount), asc(users.usernameKey))
          .limit(page.limit)
          .offset(page.offset),
        database.read.$count(users),
      ])
      return { users: rows, total }
    },
  }
}

export type DashboardsRepository = ReturnType<typeof createDashboardsRepository>
