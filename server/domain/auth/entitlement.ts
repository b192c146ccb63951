import { suffices, type Access } from '#contract/operation'
import type { Transaction } from '#server/db/database'
import type { ApiKeysRepository } from './api-keys.repository'
import type { Identity } from './auth.types'
import type { SessionsRepository } from './sessions.repository'
import type { SetupState } from './setup-state.service'
import type { UsersRepository } from './users.repository'

/** Whether a caller may still make a call, or why not. */
type Entitlement = 'entitled' | 'signed_out' | 'role_too_low'

interface Context {
  setupState: Pick<SetupState, 'lockLoginType'>
  users: Pick<UsersRepository, 'lock'>
  sessions: Pick<SessionsRepository, 'lock'>
  apiKeys: Pick<ApiKeysRepository, 'lock'>
  clock: () => Date
}

/**
 * Between the guard and the write, a call may wait for its body, for a password hash or for another service, and
 * meanwhile whoever noticed a stolen session or key ends it.
 */
export function createEntitlement(context: Context) {
  /**
   * Finds out in a transaction whether a caller may still make a call that was admitted before, and locks what that
   * depends on until the transaction ends.
   */
  return async function findEntitlement(
    within: Transaction,
    identity: Identity,
    access: Access,
  ): Promise<Entitlement> {
    // Sign-ins lock the login type before users, too: two transactions never wait for each other.
    const loginType = await context.setupState.lockLoginType(within)
    const user = await context.users.lock(within, identity.user.id)
    if (!user || !(await isSignedIn(context, within, identity, { loginType, ...user }))) return 'signed_out'
    return suffices(user.role, access) ? 'entitled' : 'role_too_low'
  }
}

async function isSignedIn(
  { sessions, apiKeys, clock }: Context,
  within: Transaction,
  { user, via, sessionId = '', key: used, passwordHash }: Identity,
  now: { loginType: string; passwordHash: string | null },
): Promise<boolean> {
  switch (via) {
    case 'open':
      return now.loginType === 'none'
    case 'basic':
      return now.loginType === 'basic' && now.passwordHash === passwordHash
    case 'session':
      return sessions.lock(within, user.id, sessionId)
    case 'key': {
      const key = used && (await apiKeys.lock(within, user.id, used.id))
      return key !== undefined && key.enabled && (key.expiresAt === null || key.expiresAt > clock())
    }
  }
}
