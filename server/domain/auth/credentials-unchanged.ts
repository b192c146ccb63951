import type { LoginType } from '#contract/common'
import type { Transaction } from '#server/db/database'
import type { AppError } from '#server/errors'
import type { SetupState } from './setup-state.service'
import type { UsersRepository } from './users.repository'

/** What a sign-in was decided upon. */
export interface Proof {
  /** The login type that let people sign in this way. */
  loginType: LoginType
  /** Stored hash of the password that was given; left out where none was asked for. */
  passwordHash?: string | null | undefined
  /** Makes the error for when that does not hold any more. */
  refuse: (changed: 'login_type' | 'user') => AppError
}

export type HoldProof = ReturnType<typeof createHoldProof>

/**
 * Checking a password or asking a provider takes a while, in which the password or the login type may change,
 * and that ends sessions: one that is stored afterwards would outlive it.
 */
export function createHoldProof(dependencies: {
  setupState: Pick<SetupState, 'lockLoginType'>
  users: Pick<UsersRepository, 'lock'>
}) {
  const { setupState, users } = dependencies

  /**
   * Makes sure that a proof holds until the transaction ends.
   * @throws AppError of the proof when it does not.
   */
  return async function holdProof(within: Transaction, userId: string, proof: Proof): Promise<void> {
    if ((await setupState.lockLoginType(within)) !== proof.loginType) throw proof.refuse('login_type')
    const user = await users.lock(within, userId)
    const isSame = proof.passwordHash === undefined || user?.passwordHash === proof.passwordHash
    if (!user || !isSame) throw proof.refuse('user')
  }
}
