import type { LoginType } from '#contract/common'
import type { Database, Transaction } from '#server/db/database'
import type { SettingsRepository } from '#server/domain/settings/settings.repository'
import type { NewUser, UsersRepository } from './users.repository'

export type SetupRepository = ReturnType<typeof createSetupRepository>

export function createSetupRepository(dependencies: {
  database: Database
  users: UsersRepository
  settings: SettingsRepository
}) {
  const { database, users, settings } = dependencies

  return {
    /**
     * Stores the root administrator and the login type together.
     * @param also runs in the same transaction.
     * @returns false, having stored neither, if there is a root administrator.
     */
    createRoot(
      user: NewUser,
      loginType: LoginType,
      also: (transaction: Transaction) => Promise<void>,
    ): Promise<boolean> {
      return database.write(async (transaction) => {
        if (!(await users.insert(user, transaction))) return false
        await settings.put({ key: 'login_type', value: loginType, at: user.createdAt }, transaction)
        await also(transaction)
        return true
      })
    },
  }
}
