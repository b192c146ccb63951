import type { AccountSessionDto } from '#contract/account'
import { auditNote } from '#contract/audit-note'
import type { Transaction } from '#server/db/database'
import type { FeatureContext } from '#server/domain/feature-context'
import { deviceOf } from './device.rules'
import { bind } from '#server/domain/bind'
import type { Settings } from '#server/domain/settings/settings.service'
import { unknownSession } from './auth.errors'
import type { Actor, IdentifyPurpose, CurrentUser, Identity, Source } from './auth.types'
import type { KnownSources } from './known-sources.service'
import { createLastUse } from './last-use'
import type { CredentialsUnchanged, SeenCredentials } from './credentials-unchanged'
import type { SessionsRepository } from './sessions.repository'
import { sessionEnd, sessionUseResolution } from './sessions.rules'

/** Maximum characters stored of a User-Agent, and of an address. */
const MAX_USER_AGENT = 300
const MAX_ADDRESS = 100

/** The browser that a session is for. */
export interface Client extends Source {
  userAgent: string | undefined
  /** The address of this server that it uses: scheme, host and port. */
  site?: string
}

export type Sessions = ReturnType<typeof createSessions>

interface SessionsDependencies extends Pick<FeatureContext, 'transaction' | 'audit' | 'clock' | 'log'> {
  repository: SessionsRepository
  settings: Pick<Settings, 'get'>
  knownSources: Pick<KnownSources, 'noteNetwork'>
  /** Ensures in a transaction that what a sign-in was based on is still valid. */
  credentialsUnchanged: CredentialsUnchanged
  /** Records the address of this server at which an administrator signs in. */
  noteSite: (within: Transaction, site: string) => Promise<void>
  /** Makes a person's open pages check whether they are still signed in. */
  announceSession: (userId: string) => void
  tokens: { random: () => string; digest: (token: string) => string }
}

const contextOf = (dependencies: SessionsDependencies) => {
  const { settings, log, repository } = dependencies
  /** Milliseconds for which an unused session lasts. */
  const lifetime = async () => (await settings.get('access_token_expiry')) * 60_000
  const noteUse = createLastUse({
    log,
    save: async ({ id, at, address }) => {
      const lasting = await lifetime()
      await repository.noteUse({
        id,
        at,
        address: address.slice(0, MAX_ADDRESS),
        expiresAt: after(at, lasting),
        unlessSince: after(at, -sessionUseResolution(lasting)),
      })
    },
  })
  return { ...dependencies, noteUse, lifetime }
}
type Context = ReturnType<typeof contextOf>

/** Browser sessions: opaque random tokens, of which only a digest is stored. */
export function createSessions(dependencies: SessionsDependencies) {
  return bind(contextOf(dependencies), {
    start,
    identify,
    end,
    list,
    endOwn,
    endOwnOthers,
    endOthers,
    endAll,
  })
}

const after = (time: Date, milliseconds: number) => new Date(time.getTime() + milliseconds)

/**
 * Starts a session with a new token, whatever token the browser sent.
 * @param how.means how the person signed in.
 * @param how.replaced token of the browser's previous session, which ends.
 * @param how.idToken encrypts the ID token, which the provider expects when the session ends.
 * @returns the token.
 * @throws AppError created by `refuse` if what the sign-in was based on has changed.
 */
async function start(
  {
    tokens,
    clock,
    lifetime,
    transaction,
    credentialsUnchanged,
    repository,
    noteSite,
    audit,
    announceSession,
    knownSources,
  }: Context,
  user: CurrentUser,
  client: Client,
  how: {
    means: 'form' | 'openid_connect'
    credentials: SeenCredentials
    replaced?: string | undefined
    idToken?: (tokenHash: string) => Promise<string>
  },
): Promise<string> {
  const token = tokens.random()
  const tokenHash = tokens.digest(token)
  const now = clock()
  const session = {
    id: crypto.randomUUID(),
    tokenHash,
    userId: user.id,
    userAgent: client.userAgent?.slice(0, MAX_USER_AGENT) ?? null,
    address: client.address.slice(0, MAX_ADDRESS),
    idToken: (await how.idToken?.(tokenHash)) ?? null,
    createdAt: now,
    expiresAt: after(now, await lifetime()),
  }
  const replaced = how.replaced === undefined ? undefined : tokens.digest(how.replaced)
  const formerOwner = await transaction(async (within) => {
    await credentialsUnchanged(within, user.id, how.credentials)
    const replacedOf = await repository.insert(within, session, replaced)
    if (user.role === 'admin' && client.site !== undefined) await noteSite(within, client.site)
    await audit.record(
      { kind: 'signed_in', actor: user.username, note: auditNote(how.means), address: client.address },
      within,
    )
    return replacedOf
  })
  if (formerOwner !== undefined) announceSession(formerOwner)
  await knownSources.noteNetwork(user.id, client)
  return token
}

/** The owner of a token; null if it is unknown, ended or expired. Using a session prolongs it. */
async function identify(
  { repository, tokens, clock, lifetime, noteUse }: Context,
  token: string,
  address: string,
  purpose: IdentifyPurpose,
): Promise<Identity | null> {
  const session = await repository.find(tokens.digest(token))
  if (!session) return null
  const now = clock()
  const lasting = await lifetime()
  if (sessionEnd(session, lasting) <= now) return null
  if (purpose === 'use') {
    noteUse({ id: session.id, at: now, address }, session.lastSeenAt, sessionUseResolution(lasting))
  }
  return { user: session.user, via: 'session', sessionId: session.id }
}

function end({ repository }: Context, id: string): Promise<void> {
  return repository.delete(id)
}

/** The browsers in which a person is signed in, most recently used first. */
async function list({ clock, lifetime, repository }: Context, actor: Actor): Promise<AccountSessionDto[]> {
  const now = clock()
  const lasting = await lifetime()
  const sessions = await repository.list(actor.user.id)
  return sessions
    .filter((session) => sessionEnd(session, lasting) > now)
    .map((session) => ({
      id: session.id,
      ...deviceOf(session.userAgent),
      address: session.address === '' ? null : session.address,
      created_at: session.createdAt.toISOString(),
      last_seen: session.lastSeenAt.toISOString(),
      current: session.id === actor.sessionId,
    }))
}

/** Ends one of a person's own sessions. @throws AppError `unknown_session`. */
async function endOwn({ repository, announceSession }: Context, actor: Actor, id: string): Promise<void> {
  if (!(await repository.deleteOwn(actor.user.id, id))) throw unknownSession()
  announceSession(actor.user.id)
}

/** Ends all of a person's sessions but the current one. */
async function endOwnOthers(context: Context, actor: Actor): Promise<void> {
  const { transaction, repository, announceSession } = context
  const { user, sessionId } = actor
  await transaction(async (within) => {
    await actor.stillEntitled(within)
    await repository.deleteMany(within, { userId: user.id, except: sessionId })
  })
  announceSession(user.id)
}

/** Ends the sessions of a user, except the current one if it is theirs; the caller announces it. */
function endOthers(
  { repository }: Context,
  userId: string,
  actor: Pick<Actor, 'sessionId'>,
  within: Transaction,
): Promise<void> {
  return repository.deleteMany(within, { userId, except: actor.sessionId })
}

/** Ends everyone's sessions except the current one. */
function endAll(context: Context, actor: Pick<Actor, 'sessionId'>, within: Transaction): Promise<void> {
  return context.repository.deleteMany(within, { except: actor.sessionId })
}
