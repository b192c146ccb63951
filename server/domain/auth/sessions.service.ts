import type { Logger } from '#server/log'
import type { CurrentUser, Identity } from './auth.types'
import { createLastUse } from './last-use'
import type { SessionsRepository } from './sessions.repository'
import { SESSION_LIFETIME, USE_RESOLUTION } from './sessions.rules'

/** Characters that are kept of what a browser says about itself, and of an address. */
const MAX_USER_AGENT = 300
const MAX_ADDRESS = 100

/** The browser that a session is for. */
export interface Client {
  userAgent: string | undefined
  address: string
}

export type Sessions = ReturnType<typeof createSessions>

/** Sessions of browsers: opaque random tokens, of which the database knows a digest only. */
export function createSessions(dependencies: {
  repository: SessionsRepository
  tokens: { random: () => string; digest: (token: string) => string }
  clock: () => Date
  log: Logger
}) {
  const { repository, tokens, clock, log } = dependencies
  const after = (time: Date, milliseconds: number) => new Date(time.getTime() + milliseconds)
  const noteUse = createLastUse({
    log,
    save: ({ id, at, address }) =>
      repository.noteUse({
        id,
        at,
        address: address.slice(0, MAX_ADDRESS),
        expiresAt: after(at, SESSION_LIFETIME),
        unlessSince: after(at, -USE_RESOLUTION),
      }),
  })

  return {
    /**
     * Starts a session under a token of its own, whatever the browser brought along.
     * @param replaced token of the browser's former session, which ends.
     * @returns the token.
     */
    async start(user: CurrentUser, client: Client, replaced?: string): Promise<string> {
      const token = tokens.random()
      const now = clock()
      await repository.insert(
        {
          id: crypto.randomUUID(),
          tokenHash: tokens.digest(token),
          userId: user.id,
          userAgent: client.userAgent?.slice(0, MAX_USER_AGENT) ?? null,
          address: client.address.slice(0, MAX_ADDRESS),
          createdAt: now,
          expiresAt: after(now, SESSION_LIFETIME),
        },
        replaced === undefined ? undefined : tokens.digest(replaced),
      )
      return token
    },

    /** Who a token belongs to; null when it is unknown, ended or expired. Using a session prolongs it. */
    async identify(token: string, address: string): Promise<Identity | null> {
      const session = await repository.find(tokens.digest(token))
      const now = clock()
      if (!session || session.expiresAt <= now) return null
      noteUse({ id: session.id, at: now, address }, session.lastSeenAt)
      return { user: session.user, via: 'session', sessionId: session.id }
    },

    end: (id: string): Promise<void> => repository.delete(id),
  }
}
