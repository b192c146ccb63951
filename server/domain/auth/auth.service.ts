import type { LoginType } from '#contract/common'
import { bind } from '#server/domain/bind'
import { noLoginForm, wrongCredentials } from './auth.errors'
import type { ApiKeys } from './api-keys.service'
import type { IdentifyPurpose, Credentials, Identity, PasswordUser, Source } from './auth.types'
import type { Basic } from './basic.service'
import type { Passwords } from './passwords.service'
import type { Client, Sessions } from './sessions.service'
import type { SetupState } from './setup-state.service'
import type { UsersRepository } from './users.repository'

const BASIC_CHALLENGE = { 'www-authenticate': 'Basic realm="Earmark", charset="UTF-8"' }
const BEARER_CHALLENGE = { 'www-authenticate': 'Bearer realm="Earmark"' }

/** Login types with a sign-in page and sessions. */
const hasForm = (type: LoginType | null) => type === 'forms' || type === 'oidc'

export type Auth = ReturnType<typeof createAuth>

interface Context {
  setupState: SetupState
  users: Pick<UsersRepository, 'findRoot'>
  apiKeys: Pick<ApiKeys, 'identify'>
  sessions: Sessions
  passwords: Passwords
  basic: Basic
  /** Makes a person's open pages check whether they are still signed in. */
  announceSession: (userId: string) => void
  /** Base path of the interface; begins and ends with a slash. */
  baseUrl: string
}

/** Identifies the caller by the credentials that the current login type accepts. */
export function createAuth(context: Context) {
  return bind(context, { loginType, authenticate, challenge, login, logout })
}

/** The current login type; null before the setup. */
function loginType({ setupState }: Context): Promise<LoginType | null> {
  return setupState.loginType()
}

/**
 * Identifies the caller. An API key counts under every login type and takes precedence; other credentials
 * count only if the login type accepts them, because proxies add their own headers. A foreign bearer token is a wrong
 * key only if nothing else identifies the caller.
 * @param source where the request comes from, for throttling.
 * @param purpose whether this counts as a use, which is recorded and prolongs a session.
 * @returns null if there are no usable credentials, or a session has ended.
 * @throws AppError `invalid_api_key`, `wrong_credentials`, `too_many_attempts` or `sign_in_busy`.
 */
async function authenticate(
  context: Context,
  credentials: Credentials,
  source: Source,
  purpose: IdentifyPurpose = 'use',
): Promise<Identity | null> {
  const { apiKeys } = context
  const { bearer, foreignBearer } = credentials
  if (bearer !== undefined) return apiKeys.identify(bearer, source.address, purpose)
  const identity = await byLoginType(context, credentials, source, purpose)
  if (identity || foreignBearer === undefined) return identity
  return apiKeys.identify(foreignBearer, source.address, purpose)
}

/** Identifies the caller by the credentials of the current login type. */
async function byLoginType(
  { setupState, users, basic, sessions }: Context,
  credentials: Credentials,
  source: Source,
  purpose: IdentifyPurpose,
): Promise<Identity | null> {
  const loginType = await setupState.loginType()
  switch (loginType) {
    case null:
      return null
    case 'none': {
      const root = await users.findRoot()
      return root ? { user: root, via: 'open' } : null
    }
    case 'basic': {
      if (!credentials.basic) return null
      const found = await basic.identify({ ...credentials.basic, ...source })
      if (!found) throw wrongCredentials({ why: 'pair' }, { headers: BASIC_CHALLENGE })
      return { ...found, via: 'basic' }
    }
    case 'forms':
    case 'oidc':
      return credentials.session === undefined
        ? null
        : sessions.identify(credentials.session, source.address, purpose)
  }
}

/** Response headers that tell an unauthenticated caller how to sign in. */
async function challenge({ setupState }: Context): Promise<Record<string, string>> {
  return (await setupState.loginType()) === 'basic' ? BASIC_CHALLENGE : BEARER_CHALLENGE
}

/**
 * Signs in through the form: everyone under forms, only the root administrator under oidc.
 * @param replaced token of the browser's previous session.
 * @returns the token of the new session.
 * @throws AppError `no_login_form`, `wrong_credentials`, `too_many_attempts` or `sign_in_busy`.
 */
async function login(
  { setupState, passwords, sessions }: Context,
  given: { username: string; password: string },
  client: Client,
  replaced?: string,
): Promise<string> {
  const loginType = await setupState.loginType()
  if (loginType === null || !hasForm(loginType)) {
    throw noLoginForm(loginType ? { why: 'login_type', login_type: loginType } : { why: 'not_set_up' })
  }
  const found = await passwords.findUser(given.username)
  const admitted = loginType === 'oidc' ? rootOnly(found) : found
  const user = await passwords.check({ ...client, ...given, purpose: 'form' }, admitted)
  const wrong = () => wrongCredentials({ why: 'pair' })
  if (!user) throw wrong()
  const credentials = {
    loginType,
    passwordHash: admitted?.passwordHash,
    refuse: (changed: 'login_type' | 'user') =>
      changed === 'user' ? wrong() : noLoginForm({ why: 'changed' }),
  }
  return sessions.start(user, client, { means: 'form', credentials, replaced })
}

/**
 * Ends the session on the server; other credentials have none.
 * @returns the path to go to next.
 */
async function logout(context: Context, identity: Identity | null): Promise<string> {
  const { sessions, announceSession, setupState, baseUrl } = context
  if (identity?.sessionId !== undefined) {
    await sessions.end(identity.sessionId)
    announceSession(identity.user.id)
  }
  return hasForm(await setupState.loginType()) ? `${baseUrl}login` : baseUrl
}

/** Treats everyone else like an unknown user, whose check takes the same time. */
function rootOnly(found: PasswordUser | undefined): PasswordUser | undefined {
  return found?.user.root ? found : undefined
}
