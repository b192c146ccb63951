import { z } from 'zod'
import { roleSchema } from '#contract/common'
import type { FeatureContext } from '#server/domain/feature-context'
import { bind } from '#server/domain/bind'
import type { AttemptsRepository } from './attempts.repository'

/** Milliseconds that a person may take at the provider, or to enter a password: 15 minutes. */
export const ATTEMPT_LIFETIME = 15 * 60_000

/** Maximum sign-ins in progress per network: anyone may begin one, and each takes up space for a while. */
export const ATTEMPTS_PER_NETWORK = 500

const schemas = {
  /** A person is at the provider. `endpoint` is the provider they were sent to. */
  sign_in: z.object({
    endpoint: z.string(),
    next: z.string(),
    redirectUri: z.string(),
    state: z.string(),
    nonce: z.string(),
    codeVerifier: z.string(),
  }),
  /** The provider authenticated a person, who now has to enter the password of the account to take over. */
  takeover: z.object({
    endpoint: z.string(),
    next: z.string(),
    issuer: z.string(),
    subject: z.string(),
    userId: z.string(),
    username: z.string(),
    role: roleSchema.optional(),
    /** Whose password is required. */
    of: z.enum(['account', 'root']).default('account'),
    idToken: z.string(),
  }),
}

type Kind = keyof typeof schemas
type AttemptOf<K extends Kind> = z.output<(typeof schemas)[K]>

export type Attempts = ReturnType<typeof createAttempts>

interface Context extends Pick<FeatureContext, 'secretBox' | 'clock'> {
  repository: AttemptsRepository
  digest: (text: string) => string
  /** The network that an address is counted under. */
  networkOf: (address: string) => string
}

/**
 * Remembers sign-ins in progress, encrypted and for all instances. Each belongs to the browser that began it,
 * recognised by a cookie, and can be used once.
 */
export function createAttempts(context: Context) {
  return bind(context, { keepSignIn, takeSignIn, keepTakeover, findTakeover, takeTakeover })
}

/** @param name the state of a sign-in; each browser has only one takeover. */
function keyOf({ digest, clock }: Context, kind: Kind, name: string, browser: string) {
  return {
    id: digest(`${kind}\n${kind === 'takeover' ? browser : name}`),
    kind,
    browserHash: digest(browser),
    now: clock(),
  }
}

async function open<K extends Kind>(
  context: Context,
  kind: K,
  id: string,
  payload: string | undefined,
): Promise<AttemptOf<K> | undefined>
async function open({ secretBox }: Context, kind: Kind, id: string, payload: string | undefined) {
  if (payload === undefined) return undefined
  return schemas[kind].parse(JSON.parse(await secretBox.open(payload, contextOf(id))))
}

async function put(
  context: Context,
  { now, ...key }: ReturnType<typeof keyOf>,
  content: AttemptOf<Kind>,
  networkHash: string | null,
): Promise<void> {
  const payload = await context.secretBox.seal(JSON.stringify(content), contextOf(key.id))
  const expiresAt = new Date(now.getTime() + ATTEMPT_LIFETIME)
  await context.repository.put({ ...key, networkHash, payload, expiresAt }, now, ATTEMPTS_PER_NETWORK)
}

/** @param address of the request; beyond a limit per network, the oldest is forgotten. */
function keepSignIn(
  context: Context,
  browser: string,
  content: AttemptOf<'sign_in'>,
  address: string,
): Promise<void> {
  const { digest, networkOf } = context
  return put(
    context,
    keyOf(context, 'sign_in', content.state, browser),
    content,
    address === '' ? null : digest(`network\n${networkOf(address)}`),
  )
}

/** @returns undefined if this browser has no such sign-in, or has one no longer. */
async function takeSignIn(
  context: Context,
  browser: string,
  state: string,
): Promise<AttemptOf<'sign_in'> | undefined> {
  const key = keyOf(context, 'sign_in', state, browser)
  return open(context, 'sign_in', key.id, await context.repository.take(key))
}

function keepTakeover(context: Context, browser: string, content: AttemptOf<'takeover'>): Promise<void> {
  return put(context, keyOf(context, 'takeover', '', browser), content, null)
}

async function findTakeover(context: Context, browser: string): Promise<AttemptOf<'takeover'> | undefined> {
  const key = keyOf(context, 'takeover', '', browser)
  return open(context, 'takeover', key.id, await context.repository.find(key))
}

async function takeTakeover(context: Context, browser: string): Promise<AttemptOf<'takeover'> | undefined> {
  const key = keyOf(context, 'takeover', '', browser)
  return open(context, 'takeover', key.id, await context.repository.take(key))
}

const contextOf = (id: string) => `OpenID Connect attempt ${id}`
