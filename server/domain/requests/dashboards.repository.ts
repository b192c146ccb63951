import { asc, count, desc, eq } from 'drizzle-orm'
import type { Database } from '#server/db/database'

/** A user with the number of their requests. */
interface CountedUser {
  id: string
  username: string
  requestCount: number
}

/** Reads the users that dashboards show. */
export function createDashboardsRepository({ database }: { database: Database }) {
  const { users, requests } = database.tables

  return {
    /** A page of users, most requests first, and the total. */
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
