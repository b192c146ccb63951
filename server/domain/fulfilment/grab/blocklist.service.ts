import type { FulfilmentContext } from '#server/domain/fulfilment/context'
import { mustBeRequested } from '#server/domain/fulfilment/fulfilment.errors'
import { tellPages } from '#server/domain/fulfilment/fulfilment-events'
import type { ReleaseIdentity } from '#server/domain/ranking/ranking.types'

/**
 * Keeps a release from being grabbed automatically for this book.
 * @throws AppError `not_requested`.
 */
export async function block(
  context: FulfilmentContext,
  person: { username: string },
  asin: string,
  release: ReleaseIdentity & { title: string },
): Promise<void> {
  await mustBeRequested(context, asin)
  const actor = person.username
  await context.transaction(async (within) => {
    const at = context.clock()
    if (!(await context.releases.block(within, { ...release, asin, actor, at }))) return
    const detail = { release: release.title }
    await context.timeline.add(within, { asin, kind: 'release_blocked', actor, detail, at })
  })
  await tellPages(context, asin)
}

/**
 * Allows a blocked release again; nothing happens where it is not blocked.
 * @throws AppError `not_requested`.
 */
export async function unblock(
  context: FulfilmentContext,
  person: { username: string },
  asin: string,
  release: ReleaseIdentity,
): Promise<void> {
  await mustBeRequested(context, asin)
  const actor = person.username
  await context.transaction(async (within) => {
    const title = await context.releases.unblock(within, asin, release)
    if (title === null) return
    const at = context.clock()
    await context.timeline.add(within, {
      asin,
      kind: 'release_unblocked',
      actor,
      detail: { release: title },
      at,
    })
  })
  await tellPages(context, asin)
}
