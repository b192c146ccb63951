import { bind } from '#server/domain/bind'
import type { FeatureContext } from '#server/domain/feature-context'
import { unknownFeed } from './auth.errors'
import type { Actor, CurrentUser, Source } from './auth.types'
import type { FeedAddressesRepository } from './feed-addresses.repository'
import type { Throttle } from './throttle.service'

interface Context extends Pick<FeatureContext, 'transaction' | 'audit' | 'clock'> {
  repository: FeedAddressesRepository
  throttle: Pick<Throttle, 'refuseLink'>
  tokens: { random: () => string; digest: (token: string) => string }
}

/** Private addresses through which programs that cannot sign in read their owner's calendar. */
export function createFeedAddresses(context: Context) {
  return bind(context, { describe, create, revoke, open })
}

async function describe({ repository }: Context, user: CurrentUser): Promise<{ created_at: string | null }> {
  return { created_at: (await repository.createdAt(user.id))?.toISOString() ?? null }
}

/**
 * Creates the address of a person's calendar, replacing the previous one.
 * @returns its token, of which only a digest is stored.
 * @throws AppError `beyond_api_key` for a key that expires.
 */
async function create(
  { repository, transaction, audit, tokens, clock }: Context,
  { user, address, stillEntitled, refuseOutlasting }: Actor,
): Promise<{ token: string; createdAt: Date }> {
  refuseOutlasting()
  const token = tokens.random()
  const createdAt = clock()
  await transaction(async (within) => {
    await stillEntitled(within)
    await repository.put(within, { userId: user.id, tokenHash: tokens.digest(token), createdAt })
    await audit.record({ kind: 'feed_created', actor: user.username, address }, within)
  })
  return { token, createdAt }
}

async function revoke({ repository, transaction, audit }: Context, actor: Actor): Promise<void> {
  const { user, address } = actor
  await transaction(async (within) => {
    await actor.stillEntitled(within)
    if (!(await repository.remove(within, user.id))) return
    await audit.record({ kind: 'feed_revoked', actor: user.username, address }, within)
  })
}

/**
 * Finds the owner of an address. Wrong addresses are slowed down, right ones never.
 * @throws AppError `unknown_feed` or `too_many_attempts`.
 */
async function open(
  { repository, throttle, tokens }: Context,
  token: string,
  source: Source,
): Promise<CurrentUser> {
  const user = await repository.find(tokens.digest(token))
  if (user) return user
  await throttle.refuseLink(source)
  throw unknownFeed()
}
