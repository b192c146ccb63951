import { batchesOf } from '#server/async/batches'
import type { FulfilmentContext } from '#server/domain/fulfilment/context'
import { mustBeRequested } from '#server/domain/fulfilment/fulfilment.errors'
import { refreshPages } from '#server/domain/fulfilment/fulfilment-events'
import { liftBlock } from '#server/domain/fulfilment/grab/blocklist.service'
import type { ReleaseIdentity } from '#server/domain/ranking/ranking.types'
import { exportedPair } from './judged-pairs.rules'

// Judged pairs are for people to read and send: nothing that ranks or learns reads them.

/**
 * Takes back a ruling on a release, and unblocks the release if the ruling blocked it. An existing grab stays
 * valid.
 * @throws AppError `not_requested`.
 */
export async function withdraw(
  context: FulfilmentContext,
  person: { username: string },
  asin: string,
  release: ReleaseIdentity,
): Promise<void> {
  await mustBeRequested(context, asin)
  await context.transaction(async (within) => {
    const said = await context.judged.remove(within, asin, release)
    if (said !== null && said !== 'right') await liftBlock(context, within, person, asin, release)
  })
  await refreshPages(context, asin)
}

/** All judged pairs as JSON Lines, oldest first, names only. Reads them as the text is consumed. */
export async function* exportLines({
  judged,
}: Pick<FulfilmentContext, 'judged'>): AsyncGenerator<string, void> {
  for await (const pairs of batchesOf(await judged.listIds(), judged.read)) {
    yield pairs.map((pair) => `${JSON.stringify(exportedPair(pair))}\n`).join('')
  }
}
