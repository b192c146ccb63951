import { z } from 'zod'
import { roleSchema } from '#contract/common'
import type { SecretBox } from '#server/domain/settings/settings.types'
import type { AttemptsRepository } from './attempts.repository'

/** How long a person may take at the provider, or to give a password, in milliseconds: 15 minutes. */
export const ATTEMPT_LIFETIME = 15 * 60_000

/** Sign-ins under way from one network: anybody may begin one, and each takes room for a while. */
export const ATTEMPTS_PER_NETWORK = 500

const schemas = {
  /** Somebody is at the provider. `endpoint` is the provider that they were sent to. */
  sign_in: z.object({
    endpoint: z.string(),
    next: z.string(),
    redirectUri: z.string(),
    state: z.string(),
    nonce: z.string(),
    codeVerifier: z.string(),
  }),
  /** Somebody was let in by the provider and has to give the password of the account they will own. */
  takeover: z.object({
    endpoint: z.string(),
    next: z.string(),
    issuer: z.string(),
    subject: z.string(),
    userId: z.string(),
    username: z.string(),
    role: roleSchema.optional(),
    /** Whose password it takes. */
    of: z.enum(['account', 'root']).default('account'),
    idToken: z.string(),
  }),
}

type Kind = keyof typeof schemas
export type AttemptOf<K extends Kind> = z.output<(typeof schemas)[K]>

export type Attempts = ReturnType<typeof createAttempts>

/**
 * Remembers sign-ins that are under way, encrypted and for all instances. Each belongs to the browser that
 * began it, which is known by a cookie, and is good once.
 */
export function createAttempts(dependencies: {
  repository: AttemptsRepository
  secretBox: SecretBox
  digest: (text: string) => string
  /** What addresses are counted under. */
  networkOf: (address: string) => string
  clock: () => Date
}) {
  const { repository, secretBox, digest, networkOf, clock } = dependencies

  /** @param name the state of a sign-in; of a takeover there is one in each browser. */
  const keyOf = (kind: Kind, name: string, browser: string) => ({
    id: digest(`${kind}\n${kind === 'takeover' ? browser : name}`),
    kind,
    browserHash: digest(browser),
    now: clock(),
  })

  async function open<K extends Kind>(
    kind: K,
    id: string,
    payload: string | undefined,
  ): Promise<AttemptOf<K> | undefined>
  async function open(kind: Kind, id: string, payload: string | undefined) {
    if (payload === undefined) return undefined
    return schemas[kind].parse(JSON.parse(await secretBox.open(payload, contextOf(id))))
  }

  async function put(
    { now, ...key }: ReturnType<typeof keyOf>,
    content: AttemptOf<Kind>,
    networkHash: string | null,
  ): Promise<void> {
    const payload = await secretBox.seal(JSON.stringify(content), contextOf(key.id))
    const expiresAt = new Date(now.getTime() + ATTEMPT_LIFETIME)
    await repository.put({ ...key, networkHash, payload, expiresAt }, now, ATTEMPTS_PER_NETWORK)
  }

  return {
    /** @param address where from; beyond a number of them, the oldest of its network is forgotten. */
    keepSignIn: (browser: string, content: AttemptOf<'sign_in'>, address: string): Promise<void> =>
      put(
        keyOf('sign_in', content.state, browser),
        content,
        address === '' ? null : digest(`network\n${networkOf(address)}`),
      ),

    /** @returns undefined when there is none of this state in this browser, any more. */
    async takeSignIn(browser: string, state: string): Promise<AttemptOf<'sign_in'> | undefined> {
      const key = keyOf('sign_in', state, browser)
      return open('sign_in', key.id, await repository.take(key))
    },

    keepTakeover: (browser: string, content: AttemptOf<'takeover'>): Promise<void> =>
      put(keyOf('takeover', '', browser), content, null),

    async findTakeover(browser: string): Promise<AttemptOf<'takeover'> | undefined> {
      const key = keyOf('takeover', '', browser)
      return open('takeover', key.id, await repository.find(key))
    },

    async takeTakeover(browser: string): Promise<AttemptOf<'takeover'> | undefined> {
      const key = keyOf('takeover', '', browser)
      return open('takeover', key.id, await repository.take(key))
    },
  }
}

const contextOf = (id: string) => `OpenID Connect attempt ${id}`
