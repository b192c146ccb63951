import type { FulfilmentContext } from '#server/domain/fulfilment/context'
import { refreshProgress } from '#server/domain/fulfilment/fulfilment-events'
import type { ClientDownload } from '#server/domain/integrations/download-client.types'
import { observe, observeMissing, withoutUnseen, type Look, type Observed } from './download-state.rules'
import { applyTransition } from './download-transitions'
import type { Progress } from './downloads.repository'
import {
  byName,
  findByName,
  isLookedForByName,
  mayBeRecent,
  possibleMatches,
  type Named,
} from './find-download.rules'
import type { DownloadChange, FollowedDownload, OpenClient } from './track.types'

const HOUR = 60 * 60_000

/** One client with the downloads it may have. */
export interface Asked {
  client: OpenClient
  rows: readonly FollowedDownload[]
  /** Connection ids of the other clients. */
  others: string[]
}

/** A client that this server polls now. @see unseenFor */
export interface Claimed extends Asked {
  unseen: number
}

/** What a client reported. */
export interface Report {
  /** Downloads in the connection's category, and those asked for by id. */
  shown: readonly ClientDownload[]
  /** Downloads outside the category, if something was not found in it by name. */
  elsewhere: readonly ClientDownload[]
}

/** A download that was looked for, and what to store about it. */
interface Finding {
  row: FollowedDownload
  /** How it was found; null if that is known already. */
  found: DownloadChange | null
  observed: Observed
  /** When the client added it; null if it does not say. */
  addedAt: Date | null
}

/** Stores what a client reported. @returns the downloads as updated. */
export async function storeReport(
  context: FulfilmentContext,
  { client, rows: before, others, unseen }: Claimed,
  { shown, elsewhere }: Report,
): Promise<FollowedDownload[]> {
  const settings = await context.settings()
  const rows = await excludeUnseen(context, before, unseen)
  const now = context.clock()
  const look = { now, client: client.name, stalledAfter: settings.stalled_after_hours * HOUR }
  const names = await namesOf(context, { rows, others }, { shown, elsewhere }, now)
  const findings = findAll(client, rows, { shown, ...names }, look)
  const plain = findings.filter((one) => !one.observed.transition && isPlain(one))
  await context.transaction(async (within) => {
    await context.downloads.saveProgress(within, plain.map(progressOf), now)
    for (const one of findings) {
      const { row, found, observed } = one
      if (observed.transition || isPlain(one)) continue
      const change = { ...found, ...observed.change }
      if (Object.keys(change).length > 0) await context.downloads.change(within, row.grabId, change, now)
    }
  })
  const changed = findings.filter(({ found, observed }) => !observed.transition && (found || observed.change))
  await refreshProgress(
    context,
    changed.map(({ row }) => row.asin),
  )
  for (const finding of findings) {
    if (finding.observed.transition) await applyTransition(context, { ...finding, client })
  }
  return findings.map(({ row, found, observed }) => ({ ...row, ...found, ...observed.change }))
}

/**
 * Excludes the time in which a client was not seen. @param unseen milliseconds before now.
 * @returns the downloads as updated.
 */
async function excludeUnseen(
  { downloads, transaction, clock }: FulfilmentContext,
  rows: readonly FollowedDownload[],
  unseen: number,
): Promise<FollowedDownload[]> {
  const now = clock()
  const moved = rows.map((row) => withoutUnseen(row, unseen, now))
  const changed = moved.filter((row, at) => row !== rows[at])
  if (changed.length === 0) return moved
  await transaction(async (within) => {
    for (const { grabId, stalledSince, missingSince } of changed) {
      await downloads.change(within, grabId, { stalledSince, missingSince }, now)
    }
  })
  return moved
}

/** A client's report while it is being matched. */
interface Shown {
  shown: readonly ClientDownload[]
  named: Named
  /** Downloads outside the category by name. */
  namedElsewhere: Named
  /** Ids that belong to other releases; matches are added as they are found. */
  taken: Set<string>
}

/**
 * The client's downloads by name, if any release has to be found by name. A download that belongs to another
 * release always will: a failed download stays in the client, and the next release may have the same name.
 */
async function namesOf(
  { downloads }: FulfilmentContext,
  { rows, others }: Omit<Asked, 'client'>,
  { shown, elsewhere }: Report,
  now: Date,
): Promise<Pick<Shown, 'named' | 'namedElsewhere' | 'taken'>> {
  const taken = new Set(rows.flatMap(({ downloadId }) => (downloadId === null ? [] : [downloadId])))
  const sought = rows.filter((row) => isLookedForByName(row, now))
  const named: Named = sought.length === 0 ? new Map() : byName(shown)
  const namedElsewhere = byName(elsewhere.filter(mayBeRecent))
  const ids = [named, namedElsewhere]
    .flatMap((names) => sought.flatMap((row) => possibleMatches(row, names)))
    .map(({ id }) => id)
  const held = await downloads.holders(others, [...new Set(ids)])
  for (const { downloadId } of held) if (downloadId !== null) taken.add(downloadId)
  return { named, namedElsewhere, taken }
}

function findAll(
  client: OpenClient,
  rows: readonly FollowedDownload[],
  { shown, named, namedElsewhere, taken }: Shown,
  look: Look,
): Finding[] {
  const byId = new Map(shown.map((one) => [one.id, one]))
  return rows.map((row): Finding => {
    const known = row.downloadId === null ? undefined : byId.get(row.downloadId)
    const isNamed = known === undefined && isLookedForByName(row, look.now)
    const byItsName = () => findByName(row, named, taken) ?? findByName(row, namedElsewhere, taken)
    const seen = known ?? (isNamed ? byItsName() : null)
    if (seen) {
      taken.add(seen.id)
      return {
        row,
        found: foundNow(client, row, seen, known !== undefined),
        observed: observe(row, seen, look),
        addedAt: seen.addedAt,
      }
    }
    // A download that this server added is there from the start.
    const isHere = row.connectionId === client.id && (row.state !== 'expected' || row.foundBy === 'sent')
    const observed = isHere ? observeMissing(row, look) : { change: null, transition: null }
    return { row, found: null, observed, addedAt: null }
  })
}

function foundNow(
  client: OpenClient,
  row: FollowedDownload,
  seen: ClientDownload,
  byId: boolean,
): DownloadChange | null {
  if (row.foundBy !== null && row.connectionId === client.id && row.client === client.name) return null
  const foundBy = row.foundBy ?? (byId ? 'hash' : 'name')
  return { connectionId: client.id, client: client.name, downloadId: seen.id, foundBy }
}

/** Whether only the progress changes, which is stored for many downloads at once. */
function isPlain({ row, found, observed: { change } }: Finding): boolean {
  if (found !== null || change?.state === undefined) return false
  return [row.stalledSince, row.missingSince, change.stalledSince].every((since) => since === null)
}

const progressOf = ({ row, observed: { change } }: Finding): Progress => ({
  grabId: row.grabId,
  state: change?.state ?? row.state,
  percent: change?.percent ?? null,
  speed: change?.speed ?? null,
  secondsLeft: change?.secondsLeft ?? null,
})
