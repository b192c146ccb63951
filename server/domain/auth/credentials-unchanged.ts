import type { LoginType } from '#contract/common'
import type { Transaction } from '#server/db/database'
import type { AppError } from '#server/errors'
import type { SetupState } from './setup-state.service'
import type { UsersRepository } from './users.repository'

/** What a sign-in was decided upon. */
export interface SeenCredentials {
  /** The login type that let people sign in this way. */
  loginType: LoginType
  /** Stored hash of the password that was given; left out where none was asked for. */
  passwordHash?: string | null | undefined
  /** Makes the error for when that does not hold any more. */
  refuse: (changed: 'login_type' | 'user') => AppError
}

export type CredentialsUnchanged = ReturnType<typeof createCredentialsUnchanged>

/**
 * Checking a password or asking a provider takes a while, in which the password or the login type may change,
 * and that ends sessions: one that is stored afterwards would outlive it.
 */
export function createCredentialsUnchanged(dependencies: {
  setupState: Pick<SetupState, 'lockLoginType'>
  users: Pick<UsersRepository, 'lock'>
}) {
  const { setupState, users } = dependencies

  /**
   * Makes sure that what somebody signed in with holds until the transaction ends.
   * @throws AppError that `refuse` makes when it does not.
   */
  return async function credentialsUnchanged(
    within: Transaction,
    userId: string,
    credentials: SeenCredentials,
  ): Promise<void> {
    if ((await setupState.lockLoginType(within)) !== credentials.loginType)
      throw credentials.refuse('login_type')
    const user = await users.lock(within, userId)
    const isSame = credentials.passwordHash === undefined || user?.passwordHash === credentials.passwordHash
    if (!user || !isSame) throw credentials.refuse('user')
  }
}
