import { causeOf } from '#contract/cause'
import type { OpenClient } from '#server/domain/fulfilment/track/track.types'
import type { ClientDownload } from '#server/domain/integrations/download-client.types'
import { prowlarrFailed } from '#server/domain/integrations/drivers/prowlarr.errors'

export const HASH = 'a'.repeat(40)

/** A download as a client reports it. */
export function shown(facts: Partial<ClientDownload> = {}): ClientDownload {
  return {
    id: HASH,
    name: 'Something of the tracker',
    state: 'downloading',
    progress: 0,
    speed: 1_000_000,
    secondsLeft: 600,
    seeds: 5,
    message: null,
    addedAt: null,
    endedAt: null,
    ...facts,
  }
}

/** A download client driven by the test, and its calls. */
export function handDrivenClient(facts: Partial<Omit<OpenClient, 'client'>> = {}) {
  const has = new Map<string, ClientDownload>()
  const calls: string[] = []
  const removed: string[] = []
  const state: { down: boolean; answer: () => Promise<unknown> } = {
    down: false,
    answer: async () => undefined,
  }
  async function answer<T>(call: string, value: () => T): Promise<T> {
    calls.push(call)
    await state.answer()
    if (state.down) throw prowlarrFailed(causeOf('unreachable', { service: 'It', failure: 'ECONNREFUSED' }))
    return value()
  }
  const open: OpenClient = {
    id: 'one',
    name: 'Seedbox',
    protocol: 'torrent',
    ...facts,
    client: {
      ping: () => answer('ping', () => undefined),
      status: (ids) => answer('status', () => [...has.values()].filter(({ id }) => ids.includes(id))),
      list: () => answer('list', () => [...has.values()]),
      add: (download) => answer(`add ${download.name}`, () => 'added'),
      remove: (id, files) =>
        answer('remove', () => {
          removed.push(`${id} ${files}`)
          has.delete(id)
        }),
    },
  }
  return {
    open,
    calls,
    removed,
    state,
    /** Adds a download to the client's list. */
    show: (facts: Partial<ClientDownload> = {}) => void has.set(facts.id ?? HASH, shown(facts)),
    forget: () => has.clear(),
  }
}
