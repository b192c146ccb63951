import type { LoginType } from '#contract/common'
import type { Transaction } from '#server/db/database'
import type { Settings } from '#server/domain/settings/settings.service'
import type { UsersRepository } from './users.repository'

export type SetupState = ReturnType<typeof createSetupState>

/**
 * Whether the server is set up, and how people sign in.
 * @param dependencies.forced the login type that the environment prescribes.
 */
export function createSetupState(dependencies: {
  users: Pick<UsersRepository, 'findRoot'>
  settings: Pick<Settings, 'get' | 'lock'>
  forced: LoginType | undefined
}) {
  const { users, settings, forced } = dependencies
  // There is no way back: the root administrator cannot be deleted.
  let known = false

  async function initialised(): Promise<boolean> {
    known ||= (await users.findRoot()) !== undefined
    return known
  }

  return {
    forced,
    /** Whether there is a root administrator. */
    initialised,
    /** The login type that holds now, on every instance: the forced one, else the stored one; null before the set-up. */
    async loginType(): Promise<LoginType | null> {
      if (!(await initialised())) return null
      return forced ?? (await settings.get('login_type')) ?? 'forms'
    },

    /**
     * The login type as the instance that started last has it, which stays so until the transaction ends. It
     * differs from {@link loginType} where that instance has another environment than this one.
     */
    async lockLoginType(within: Transaction): Promise<LoginType> {
      const stored = await settings.lock('login_type', within)
      return (await settings.lock('forced_login_type', within)) ?? stored ?? 'forms'
    },
  }
}
