import type { LoginType } from '#contract/common'
import type { Transaction } from '#server/db/database'
import type { AppError } from '#server/errors/app-error'
import type { SetupState } from './setup-state.service'
import type { UsersRepository } from './users.repository'

/** What a sign-in was based on. */
export interface SeenCredentials {
  /** The login type that allowed this sign-in. */
  loginType: LoginType
  /** Stored hash of the password given; omitted if none was required. */
  passwordHash?: string | null | undefined
  /** Creates the error to throw if one of them has changed. */
  refuse: (changed: 'login_type' | 'user') => AppError
}

export type CredentialsUnchanged = ReturnType<typeof createCredentialsUnchanged>

/**
 * Checking a password or calling a provider takes a while, and the password or the login type may change
 * meanwhile. Such a change ends sessions, but would miss one that is stored afterwards.
 */
export function createCredentialsUnchanged(dependencies: {
  setupState: Pick<SetupState, 'lockLoginType'>
  users: Pick<UsersRepository, 'lock'>
}) {
  const { setupState, users } = dependencies

  /**
   * Ensures that the credentials and the login type of a sign-in stay valid until the transaction ends.
   * @throws AppError created by `refuse` if one of them has changed.
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
