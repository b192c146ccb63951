import { MAX_FOLLOWS, type FollowBody, type FollowDto } from '#contract/follows'
import type { Region } from '#contract/common'
import type { FeatureContext } from '#server/domain/feature-context'
import { bind } from '#server/domain/bind'
import type { CurrentUser } from '#server/domain/auth/auth.types'
import { personId } from '#server/domain/books/book-links.rules'
import type { Series } from '#server/domain/series/series.service'
import { tooManyFollows, unknownFollow } from './follow.errors'
import type { Follow, Followed } from './follow.types'
import type { FollowsRepository } from './follows.repository'

interface Context extends Pick<FeatureContext, 'transaction' | 'lockUser' | 'announce' | 'clock'> {
  repository: FollowsRepository
  series: Pick<Series, 'titleOf'>
  /** Starts the checks that are due. */
  wake: () => void
  config: { defaultRegion: Region }
}

/** The series and people that someone follows. */
export function createFollows(context: Context) {
  return bind(context, { list, follow, change, unfollow })
}

/** Refreshes a person's open pages after what they follow has changed. */
const announceTo = ({ announce }: Context, user: CurrentUser) =>
  announce({ topic: 'follows' }, { admins: false, userIds: [user.id] })

const present = ({ id, requests, since, followed }: Follow): FollowDto => ({
  id,
  kind: followed.kind,
  region: followed.region,
  asin: followed.kind === 'series' ? followed.key : null,
  name: followed.name,
  requests,
  since: since.toISOString(),
})

async function list({ repository }: Context, user: CurrentUser): Promise<FollowDto[]> {
  return (await repository.list(user.id)).map(present)
}

async function subjectOf({ series }: Context, wanted: FollowBody, region: Region): Promise<Followed> {
  const { kind } = wanted
  const [key, name] =
    wanted.kind === 'series'
      ? [wanted.asin, await series.titleOf(wanted.asin, region)]
      : [personId(wanted.name), wanted.name]
  return { id: `${kind}:${region}:${key}`, kind, region, key, name }
}

/**
 * Follows something. If it is already followed, updates whether to request new books.
 * @param region the default region if omitted.
 * @throws AppError `no_such_series`, `too_many_follows`, or those of the catalogue.
 */
async function follow(
  context: Context,
  user: CurrentUser,
  wanted: FollowBody,
  region?: Region,
): Promise<FollowDto> {
  const { repository, transaction, lockUser, wake, clock, config } = context
  const subject = await subjectOf(context, wanted, region ?? config.defaultRegion)
  const { requests } = wanted
  const followed = await transaction(async (within) => {
    // Concurrent follows are counted one at a time.
    await lockUser(within, user.id)
    const others = await repository.count(within, { userId: user.id, besides: subject.id })
    if (others >= MAX_FOLLOWS) throw tooManyFollows({ limit: MAX_FOLLOWS })
    return repository.add(within, { subject, userId: user.id, requests, now: clock() })
  })
  wake()
  announceTo(context, user)
  return present(followed)
}

/** Sets whether new books are requested automatically. @throws AppError `unknown_follow`. */
async function change(
  context: Context,
  user: CurrentUser,
  id: string,
  requests: boolean,
): Promise<FollowDto> {
  const changed = await context.repository.setRequests({ id, userId: user.id, requests })
  if (!changed) throw unknownFollow()
  announceTo(context, user)
  return present(changed)
}

/** @throws AppError `unknown_follow`. */
async function unfollow(context: Context, user: CurrentUser, id: string): Promise<void> {
  if (!(await context.repository.remove({ id, userId: user.id }))) throw unknownFollow()
  announceTo(context, user)
}
