import { MAX_QUOTA_DAYS, type QuotaStandingDto } from '#contract/quotas'
import type { Transaction } from '#server/db/database'
import type { FeatureContext } from '#server/domain/feature-context'
import { bind } from '#server/domain/bind'
import type { CurrentUser } from '#server/domain/auth/auth.types'
import type { Settings } from '#server/domain/settings/settings.service'
import type { QuotasRepository } from './quotas.repository'
import { countsFrom, mayRequest, quotaOf, quotaStanding, type QuotaStanding } from './quotas.rules'
import { quotaExceeded } from './requests.errors'

interface Context extends Pick<FeatureContext, 'clock'> {
  repository: QuotasRepository
  settings: Pick<Settings, 'get'>
}

export type Quotas = ReturnType<typeof createQuotas>

/** How much people may request. */
export function createQuotas(context: Context) {
  return { ...bind(context, { read, admit, take }), refund: context.repository.refund }
}

async function standingOf(
  { repository, settings }: Context,
  user: CurrentUser,
  now: Date,
  within?: Transaction,
): Promise<QuotaStanding> {
  const quota = quotaOf(
    user.role,
    await repository.findOwn(user.id, within),
    await settings.get('request_quotas', within),
  )
  if (quota === null) return { quota }
  const counted = { since: countsFrom(quota, now), limit: quota.requests }
  return quotaStanding(quota, await repository.listUses(user.id, counted, within))
}

/** What a person may still request. */
async function read(context: Context, user: CurrentUser): Promise<QuotaStandingDto> {
  const standing = await standingOf(context, user, context.clock())
  if (standing.quota === null) return { quota: null, left: null, next_at: null }
  const { quota, left, nextAt } = standing
  return { quota, left, next_at: nextAt?.toISOString() ?? null }
}

/**
 * Ensures that the quota allows one more request, for as long as the person stays locked.
 * @throws AppError `quota_exceeded`, with Retry-After in seconds.
 */
async function admit(context: Context, user: CurrentUser, within?: Transaction): Promise<void> {
  const now = context.clock()
  const outcome = mayRequest(await standingOf(context, user, now, within))
  if (outcome.allowed) return
  const { quota, nextAt } = outcome
  const seconds = Math.ceil((nextAt.getTime() - now.getTime()) / 1000)
  throw quotaExceeded(
    { days: quota.days, limit: quota.requests, next_at: nextAt.toISOString() },
    { headers: { 'retry-after': String(seconds) } },
  )
}

/**
 * Counts a request of a locked person, so that concurrent requests never exceed the quota.
 * @throws AppError `quota_exceeded`.
 */
async function take(
  context: Context,
  within: Transaction,
  { user, asin, now }: { user: CurrentUser; asin: string; now: Date },
): Promise<void> {
  await admit(context, user, within)
  const forgottenFrom = countsFrom({ requests: 1, days: MAX_QUOTA_DAYS }, now)
  await context.repository.spend(within, { userId: user.id, asin, at: now, forgottenFrom })
}
