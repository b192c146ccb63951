import type { LoginType } from '#contract/common'
import type { Transaction } from '#server/db/database'
import type { Settings } from '#server/domain/settings/settings.service'
import type { UsersRepository } from './users.repository'

export type SetupState = ReturnType<typeof createSetupState>

/**
 * Whether the server is set up, and how people sign in.
 * @param dependencies.forced the login type forced by the environment.
 */
export function createSetupState(dependencies: {
  users: Pick<UsersRepository, 'findRoot'>
  settings: Pick<Settings, 'get' | 'lock'>
  forced: LoginType | undefined
}) {
  const { users, settings, forced } = dependencies
  // Once true, cached for good, because the root administrator cannot be deleted.
  let known = false

  async function initialised(): Promise<boolean> {
    known ||= (await users.findRoot()) !== undefined
    return known
  }

  return {
    forced,
    /** Whether there is a root administrator. */
    initialised,
    /** The current login type on every instance: the forced one, else the stored one; null before the setup. */
    async loginType(): Promise<LoginType | null> {
      if (!(await initialised())) return null
      return forced ?? (await settings.get('login_type')) ?? 'forms'
    },

    /**
     * The login type on the instance that started last, locked until the transaction ends. It differs from {@link
     * loginType} if that instance has a different environment.
     */
    async lockLoginType(within: Transaction): Promise<LoginType> {
      const stored = await settings.lock('login_type', within)
      return (await settings.lock('forced_login_type', within)) ?? stored ?? 'forms'
    },
  }
}
