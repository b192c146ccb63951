import { usernameSchema } from '#contract/auth'
import type { LoginType } from '#contract/common'
import { fault, faultOf } from '#contract/issues'
import type { AppError } from '#server/errors/app-error'
import { bind } from '#server/domain/bind'
import type { Client } from '#server/domain/auth/sessions.service'
import type { OidcSettings } from '#server/domain/settings/settings.types'
import type { Settings } from '#server/domain/settings/settings.service'
import { shorten } from '#server/upstream/redaction.rules'
import { CALLBACK_PATH, publicAddress, safeReturnPath, type PublicAddress } from './addresses.rules'
import type { AdmissionService } from './admission.service'
import type { Attempts } from './attempts'
import { findClaim, roleOfClaim, showGroups } from './claims.rules'
import { findMissingSettings } from './discovery.rules'
import { misconfigured, noUsername, notConfigured, oidcOff, unknownState, unfit } from './oidc.errors'
import type { VerifiedSignIn, OpenId } from './oidc.types'
import type { ProviderSessions } from './provider-sessions'
import type { Refusals } from './refusals'

/** A person about to be sent to the provider. */
interface SignInStart {
  /** Cookie value from an earlier sign-in. */
  browser: string | undefined
  /** The page to return to, under the base path. */
  next: unknown
  origin: PublicAddress['origin'] & { address: string }
}

/** A person returning from the provider. */
interface Return {
  /** The query with which the provider sent them back. */
  query: URLSearchParams
  /** Cookie value set when the sign-in began; undefined if none. */
  browser: string | undefined
  client: Client
  /** Token of the browser's previous session. */
  replaced: string | undefined
}

/** How a return ends: signed in, or asked for an administrator's password. Paths include the base path. */
type Ending = { token: string; path: string } | { takeover: string; path: string }

interface OidcSignInDependencies {
  openId: OpenId
  attempts: Attempts
  admission: AdmissionService
  providerSessions: ProviderSessions
  settings: Pick<Settings, 'oidcSettings' | 'set'>
  clock: () => Date
  loginType: () => Promise<LoginType | null>
  randomToken: () => string
  refusals: Refusals
  config: Pick<PublicAddress, 'publicUrl' | 'baseUrl'>
}

const contextOf = (dependencies: OidcSignInDependencies) => {
  const { config } = dependencies
  /** The return path: under the base path, on this host. */
  const pathTo = (page: string) => config.baseUrl.slice(0, -1) + page
  return { ...dependencies, pathTo }
}
type Context = ReturnType<typeof contextOf>

/** Sign-in through an OpenID Connect provider, from the start to the session. */
export function createOidcSignIn(dependencies: OidcSignInDependencies) {
  return bind(contextOf(dependencies), { begin, finish })
}

/** The settings, if they allow people to sign in. */
async function readySettings({ loginType, settings }: Context): Promise<OidcSettings> {
  const type = await loginType()
  if (type !== 'oidc') throw oidcOff({ why: 'provider_unused' })
  const stored = await settings.oidcSettings()
  const [missing] = findMissingSettings(stored)
  if (missing) throw notConfigured({ why: 'provider_setting_missing', name: missing.field })
  return stored
}

/** Maximum characters shown of a name that may be too long to be used here. */
const MAX_NAME = 100

/**
 * Looks for claims in the ID token first, and requests the user info only if one is missing. Notes the groups for the
 * settings page: whoever wonders about a role sees what the provider sent.
 */
async function readClaims(
  { settings, clock }: Context,
  arrival: VerifiedSignIn,
  { usernameClaim, groupClaim, roleGroups }: OidcSettings,
) {
  const names = [usernameClaim, ...(groupClaim === '' ? [] : [groupClaim])]
  const isComplete = names.every((name) => findClaim(arrival.claims, name) !== undefined)
  const userInfo = isComplete ? {} : await arrival.userInfo()
  const [username, groups] = names.map((name) => findClaim(arrival.claims, name) ?? findClaim(userInfo, name))
  const role = roleOfClaim(groups, roleGroups)
  if (groupClaim !== '') {
    await settings.set('last_group_claim', {
      at: clock().toISOString(),
      username: typeof username === 'string' ? shorten(username, MAX_NAME) : '',
      claim: groupClaim,
      sent: groups !== undefined,
      groups: showGroups(groups),
      role: role ?? null,
    })
  }
  return { username, role }
}

/** @returns the name, or why it cannot be used here. */
function parseUsername(claim: unknown, name: string): string | AppError {
  if (typeof claim !== 'string') {
    return noUsername({ why: claim === undefined ? 'claim_missing' : 'claim_not_text', name })
  }
  const parsed = usernameSchema.safeParse(claim)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  return unfit(issue ? faultOf(issue) : fault('invalid'))
}

/** Rejects a sign-in that began at another provider. */
function refuseOther(pending: { endpoint: string }, stored: OidcSettings): void {
  if (pending.endpoint !== stored.endpoint) throw unknownSignIn()
}

async function enter(
  context: Context,
  arrival: VerifiedSignIn,
  from: Return,
  pending: { endpoint: string; next: string },
): Promise<Ending> {
  const { admission, attempts, pathTo, providerSessions } = context
  const { endpoint, next } = pending
  const stored = await readySettings(context)
  refuseOther(pending, stored)
  const { issuer, subject, idToken } = arrival
  const claims = await readClaims(context, arrival, stored)
  const username = parseUsername(claims.username, stored.usernameClaim)
  const visitor = { identity: { issuer, subject }, username, role: claims.role, address: from.client.address }
  const admitted = await admission.admit(visitor, stored.allowTakeover)
  if (admitted.kind === 'password_needed') {
    const { id: userId, username: name } = admitted.user
    const { role } = claims
    const content = {
      endpoint,
      next,
      issuer,
      subject,
      userId,
      username: name,
      idToken,
      of: admitted.of,
      ...(role && { role }),
    }
    await attempts.keepTakeover(from.browser ?? '', content)
    const query = new URLSearchParams({ takeover: name, ...(admitted.of === 'root' && { by: 'root' }) })
    return { takeover: name, path: pathTo(`/login?${query.toString()}`) }
  }
  const token = await providerSessions.start(admitted.user, { ...from, idToken })
  return { token, path: pathTo(next) }
}

async function sendToProvider(
  context: Context,
  from: SignInStart,
): Promise<{ address: string; browser: string }> {
  const { config, openId, attempts } = context
  const stored = await readySettings(context)
  const { redirectScheme: scheme, scope, endpoint } = stored
  const redirectUri = publicAddress({ ...config, origin: from.origin, scheme }, CALLBACK_PATH)
  if (redirectUri === undefined) {
    throw misconfigured({ why: 'own_host_unknown' })
  }
  const browser = from.browser ?? context.randomToken()
  const { address, pending } = await openId.startSignIn(stored, { redirectUri, scope })
  const content = { ...pending, endpoint, next: safeReturnPath(from.next) }
  await attempts.keepSignIn(browser, content, from.origin.address)
  return { address, browser }
}

/**
 * Sends a person to the provider.
 * @returns the provider's address, and the cookie value to set.
 * @throws AppError of this feature.
 */
async function begin(context: Context, from: SignInStart): Promise<{ address: string; browser: string }> {
  const { refusals } = context
  try {
    return await sendToProvider(context, from)
  } catch (error) {
    await refusals.atStart(error, from.origin.address)
    throw error
  }
}

/**
 * Handles a person's return from the provider.
 * @throws AppError of this feature; no account was created or changed then.
 */
async function finish(context: Context, from: Return): Promise<Ending> {
  const { attempts, openId, refusals } = context
  const stored = await readySettings(context)
  const state = from.query.get('state')
  const pending =
    state === null || from.browser === undefined ? undefined : await attempts.takeSignIn(from.browser, state)
  if (!pending) throw unknownSignIn()
  refuseOther(pending, stored)
  try {
    return await enter(context, await openId.completeSignIn(stored, pending, from.query), from, pending)
  } catch (error) {
    await refusals.atReturn(error, from.client.address)
    throw error
  }
}

function unknownSignIn() {
  return unknownState({ why: 'passage_over' })
}
