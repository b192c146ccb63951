import type { Role } from '#contract/common'
import type { App } from '#server/app'
import { actor } from './accounts'

/** Adds a user with an API key, who cannot sign in otherwise. @returns the headers with the key. */
export async function addCaller(app: App, role: Role, username: string = role) {
  const { database } = app
  const user = { id: crypto.randomUUID(), username, role, root: false }
  const now = app.clock()
  await database.write(async (transaction) => {
    await transaction.insert(database.tables.users).values({
      ...user,
      usernameKey: username.toLowerCase(),
      passwordHash: null,
      createdAt: now,
      updatedAt: now,
    })
  })
  const { key } = await app.apiKeys.create(actor(user), { name: 'tests', expires_at: null, read_only: false })
  return { authorization: `Bearer ${key}` }
}
