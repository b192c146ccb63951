import type { LoginType } from '#contract/common'
import type { Transaction } from '#server/db/database'
import type { AppError } from '#server/errors'
import type { SetupState } from './setup-state.service'
import type { UsersRepository } from './users.repository'

/** What a sign-in was based on. */
export interface SeenCredentials {
  /** The login type that allowed this sign-in. */
  loginType: LoginType
  /** Stored hash of the password given; omitted if none was required. */
  passwordHash?: string | null | undefined
  /** Creates the error for a change. */
  refuse: (changed: 'login_type' | 'user') => AppError
}

export type CredentialsUnchanged = ReturnType<typeof createCredentialsUnchanged>

/**
 * Checking a password or calling a provider takes a while, during which the password or the login type may change. That
 * ends sessions, and a session stored afterwards would survive it.
 */
export function createCredentialsUnchanged(dependencies: {
  setupState: Pick<SetupState, 'lockLoginType'>
  users: Pick<UsersRepository, 'lock'>
}) {
  const { setupState, users } = dependencies

  /**
   * Ensures that a sign-in's basis stays valid until the transaction ends.
   * @throws AppError created by `refuse` if it has changed.
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
