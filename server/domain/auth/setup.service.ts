import type { z } from 'zod'
import {
  newUsernameSchema,
  passwordSchema,
  type InitBody,
  type SessionDto,
  type UserDto,
} from '#contract/auth'
import type { LoginType, Region } from '#contract/common'
import { textOf } from '#contract/issue-words'
import { faultOf } from '#contract/issues'
import { auditNote } from '#contract/audit-note'
import { StartError } from '#server/errors/start-error'
import { shortenUsername } from '#server/domain/shorten-username.rules'
import type { FeatureContext } from '#server/domain/feature-context'
import { bind } from '#server/domain/bind'
import { refuseIssues } from '#server/errors/problem'
import { nameKey } from '#server/domain/name-key.rules'
import type { Settings } from '#server/domain/settings/settings.service'
import { alreadyInitialised, loginTypeForced } from './auth.errors'
import type { Actor, CurrentUser, Identity, StoredUser } from './auth.types'
import type { Passwords } from './passwords.service'
import type { SetupState } from './setup-state.service'
import type { UsersRepository } from './users.repository'
import { findIssues, toUserDto } from './users.rules'

const USERNAME_VARIABLE = 'SVC_APP__INIT_ROOT_USERNAME'
const PASSWORD_VARIABLE = 'SVC_APP__INIT_ROOT_PASSWORD'

interface Root {
  username: string
  password: string
  loginType: LoginType
}

interface Context extends Pick<FeatureContext, 'transaction' | 'audit' | 'clock' | 'log'> {
  users: Pick<UsersRepository, 'findAccount' | 'insert'>
  setupState: SetupState
  passwords: Passwords
  settings: Settings
  environment: { username: string | undefined; password: string | undefined }
  version: string
  defaultRegion: Region
}

/** The one-time setup of login type and root administrator, through the form or the environment. */
export function createSetup(context: Context) {
  return bind(context, { describe, initialise, initialiseFromEnvironment, dismissGettingStarted })
}

/** @returns undefined if someone else was faster. */
async function createRoot(
  { passwords, users, settings, transaction, clock, audit, log }: Context,
  { username, password, loginType }: Root,
): Promise<CurrentUser | undefined> {
  const root: StoredUser = { id: crypto.randomUUID(), username, role: 'admin', root: true, extraData: null }
  const passwordHash = await passwords.hash(password, null)
  const stored = { ...root, usernameKey: nameKey(username), passwordHash, createdAt: clock() }
  const created = await transaction(async (within) => {
    if (!(await users.insert(stored, within))) return false
    await settings.put('login_type', loginType, within)
    const entry = { actor: username, subject: username, note: auditNote('root') }
    await audit.record({ ...entry, kind: 'user_created' }, within)
    return true
  })
  if (!created) return undefined
  log.info('Created the root administrator {username}', { username: shortenUsername(username) })
  return root
}

async function issuesOf({ settings }: Context, root: Root) {
  return findIssues(root, {
    minPasswordLength: await settings.get('min_password_length'),
    loginType: root.loginType,
  })
}

/** How this server is set up, and who the caller is. */
async function describe(
  context: Context,
  identity: Identity | null,
): Promise<Omit<SessionDto, 'server_name' | 'secure_address'>> {
  const { users, setupState, settings } = context
  const account = identity && (await users.findAccount(identity.user.id))
  return {
    initialized: await setupState.initialised(),
    login_type: await setupState.loginType(),
    force_login_type: setupState.forced ?? null,
    version: context.version,
    default_region: account?.defaultRegion ?? context.defaultRegion,
    language: account?.language ?? null,
    min_password_length: await settings.get('min_password_length'),
    user: identity && toUserDto(identity.user),
    getting_started: identity?.user.role === 'admin' && !(await settings.get('getting_started_dismissed')),
  }
}

/** Dismisses the setup card on Discover, for all administrators in all browsers. */
async function dismissGettingStarted(
  { settings, transaction, audit }: Context,
  { user, address, stillEntitled }: Actor,
): Promise<void> {
  await transaction(async (within) => {
    await stillEntitled(within)
    if (await settings.get('getting_started_dismissed', within)) return
    await settings.put('getting_started_dismissed', true, within)
    await audit.record({ kind: 'getting_started_dismissed', actor: user.username, address }, within)
  })
}

/**
 * The setup through the form. Only one of several concurrent calls succeeds.
 * @throws AppError `already_initialised`, `login_type_forced`, or `validation_failed` with the field.
 */
async function initialise(context: Context, body: InitBody): Promise<UserDto> {
  const { setupState } = context
  if (await setupState.initialised()) throw alreadyInitialised()
  const { forced } = setupState
  if (forced !== undefined && body.login_type !== forced) {
    throw loginTypeForced({ why: 'first', login_type: forced })
  }
  const root = { username: body.username, password: body.password, loginType: body.login_type }
  refuseIssues(await issuesOf(context, root))
  const created = await createRoot(context, root)
  if (!created) throw alreadyInitialised()
  return toUserDto(created)
}

/**
 * The setup through the environment, at start. Does nothing if there is a root administrator, or if the variables are
 * not set.
 * @throws StartError if one variable is missing or a value is invalid.
 */
async function initialiseFromEnvironment(context: Context): Promise<void> {
  const { setupState, environment } = context
  if (await setupState.initialised()) return
  const { username, password } = environment
  if (username === undefined && password === undefined) {
    if (setupState.forced !== 'oidc') return
    throw new StartError(
      `SVC_APP__FORCE_LOGIN_TYPE is oidc and there is no root administrator who could configure OpenID Connect. Set ${USERNAME_VARIABLE} and ${PASSWORD_VARIABLE} for the first start.`,
    )
  }
  if (username === undefined || password === undefined) {
    const [given, missing] =
      username === undefined ? [PASSWORD_VARIABLE, USERNAME_VARIABLE] : [USERNAME_VARIABLE, PASSWORD_VARIABLE]
    throw new StartError(`${given} is set without ${missing}. Set both, or neither to use the setup page.`)
  }
  const root = {
    username: parseVariable(USERNAME_VARIABLE, newUsernameSchema, username),
    password: parseVariable(PASSWORD_VARIABLE, passwordSchema, password),
    loginType: setupState.forced ?? 'forms',
  } as const
  for (const { path, message } of await issuesOf(context, root)) {
    throw new StartError(`${path === 'username' ? USERNAME_VARIABLE : PASSWORD_VARIABLE}: ${message}`)
  }
  await createRoot(context, root)
}

/** @throws StartError saying what is wrong with the value, without the value. */
function parseVariable(name: string, schema: z.ZodType<string>, value: string): string {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new StartError(`${name}: ${issue ? textOf(faultOf(issue)) : 'not valid'}`)
}
