import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { playMisbehaviour, sendJson, type Misbehaviour } from '#fakes/fake-server'

/**
 * How a search fails; `object` returns something other than a list, `unavailable` is Prowlarr's own refusal.
 */
export type SearchTrouble = Misbehaviour | { kind: 'object' } | { kind: 'unavailable' }

/** How Prowlarr refuses a grab, with its own wording. */
type GrabRefusal = 'forgotten' | 'rejected' | 'no_client' | 'client_unreachable' | 'invalid'

/**
 * How a grab fails: refused, interrupted by misbehaviour, or done and then answered late (`late`), not
 * answered (`never`), cut off (`lost`) or answered twice (`twice`).
 */
export type GrabTrouble =
  | { kind: 'refused'; how: GrabRefusal }
  | { kind: 'before'; mode: Misbehaviour }
  | { kind: 'after'; how: 'never' | 'lost' | 'twice' }
  | { kind: 'after'; how: 'late'; ms: number }

/**
 * How one indexer fails silently: a first failure appears only in the history; after more, the indexer is
 * disabled for a while.
 */
export type IndexerFailure = 'silent' | 'disabled'

const REFUSALS: Record<GrabRefusal, { status: number; body: unknown }> = {
  forgotten: {
    status: 404,
    body: { message: "Couldn't find requested release in cache, try searching again" },
  },
  rejected: { status: 409, body: { message: 'Getting release from indexer failed' } },
  no_client: { status: 500, body: { message: "Torrent Download client isn't configured yet" } },
  client_unreachable: {
    status: 500,
    body: { message: 'Failed to connect to Transfer, please check your settings.' },
  },
  invalid: { status: 400, body: [{ propertyName: 'Guid', errorMessage: "'Guid' must not be empty." }] },
}

export function refuse(response: ServerResponse, how: GrabRefusal): void {
  sendJson(response, REFUSALS[how].body, REFUSALS[how].status)
}

/** @returns true if that ends the search. */
export async function playSearchTrouble(mode: SearchTrouble, response: ServerResponse): Promise<boolean> {
  switch (mode.kind) {
    case 'object':
      sendJson(response, { records: [] })
      return true
    case 'unavailable':
      sendJson(response, { message: 'Search failed due to all selected indexers being unavailable' }, 400)
      return true
    default:
      return playMisbehaviour(mode, response)
  }
}

/** Responds to a completed grab. */
export async function answerGrab(
  trouble: GrabTrouble | null,
  grab: unknown,
  response: ServerResponse,
): Promise<void> {
  if (trouble?.kind !== 'after') return sendJson(response, grab)
  switch (trouble.how) {
    case 'late':
      await sleep(trouble.ms, undefined, { ref: false })
      if (!response.destroyed) sendJson(response, grab)
      return
    case 'twice':
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(`${JSON.stringify(grab)}${JSON.stringify(grab)}`)
      return
    case 'lost':
      response.socket?.resetAndDestroy()
      return
    case 'never':
      return
  }
}
