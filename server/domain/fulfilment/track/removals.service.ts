import type { FulfilmentContext } from '#server/domain/fulfilment/context'
import type { ClientDownload } from '#server/domain/integrations/download-client.types'
import { noteGrabs } from './identify.service'
import { isRemovalDue, nextRemoval, removalStep } from './removal.rules'
import type { DueRemoval } from './removals.repository'
import type { OpenClient } from './track.types'

/**
 * Removes failed downloads from a client, files included. Each removal is a row from the moment its release was
 * blocked, so that it happens even if the server was killed or the client unreachable. Never throws on a client's
 * failure.
 * @param signal ends it early: another server may be polling the client by now.
 * @returns when the next attempt is due; null if nothing is left.
 */
export async function removeDue(
  context: FulfilmentContext,
  client: OpenClient,
  signal: AbortSignal,
): Promise<Date | null> {
  const { downloads, clock } = context
  const planned = await downloads.listRemovals(client.id)
  if (planned.length === 0 || signal.aborted) return planned[0]?.removeAt ?? null
  const { remove_failed: isWanted } = await context.settings()
  if (!isWanted) {
    for (const one of planned) await plan(context, one, null)
    return null
  }
  const due = planned.filter((one) => isRemovalDue(one, clock()))
  if (due.length > 0) await attemptAll(context, client, due, signal)
  return (await downloads.listRemovals(client.id))[0]?.removeAt ?? null
}

async function attemptAll(
  context: FulfilmentContext,
  client: OpenClient,
  due: readonly DueRemoval[],
  signal: AbortSignal,
): Promise<void> {
  await noteGrabs(context)
  const shown = await client.client
    .status(due.map(({ downloadId }) => downloadId))
    .catch((error: unknown) => {
      logFailure(context, client, due, error)
      return null
    })
  for (const one of due) {
    if (signal.aborted) return
    const seen = shown?.find(({ id }) => id === one.downloadId) ?? null
    const isOver = shown !== null && (await attempt(context, client, one, seen))
    const removeAt = isOver ? null : nextRemoval(one, context.clock())
    await plan(context, one, removeAt, shown !== null && seen === null)
  }
}

/** @returns whether nothing is left to do. */
async function attempt(
  context: FulfilmentContext,
  client: OpenClient,
  removal: DueRemoval,
  seen: ClientDownload | null,
): Promise<boolean> {
  const { grabId, downloadId } = removal
  const step = removalStep(removal, seen, context.clock())
  if (step !== 'remove') return step === 'leave'
  // A download shared with another grab is that grab's to keep or remove.
  if (await context.downloads.isWanted({ grabId, connectionId: client.id, downloadId })) return true
  try {
    await client.client.remove(downloadId, true)
    return true
  } catch (error) {
    logFailure(context, client, [removal], error)
    return false
  }
}

async function plan(
  { downloads, transaction, clock }: FulfilmentContext,
  { grabId, missingSince }: DueRemoval,
  removeAt: Date | null,
  isMissing = false,
): Promise<void> {
  const since = isMissing ? (missingSince ?? clock()) : null
  await transaction((within) => downloads.planRemoval(within, grabId, { removeAt, missingSince: since }))
}

function logFailure(
  { log }: FulfilmentContext,
  { name: client }: OpenClient,
  removals: readonly DueRemoval[],
  error: unknown,
): void {
  for (const { title } of removals) {
    log.warn('Could not remove "{title}" from {client}: {error}', { title, client, error })
  }
}
