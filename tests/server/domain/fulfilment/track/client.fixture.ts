import { beforeEach } from 'vitest'
import { causeOf } from '#contract/cause'
import type { Database } from '#server/db/database'
import type { OpenClient } from '#server/domain/fulfilment/track/track.types'
import type { ClientDownload } from '#server/domain/integrations/download-client.types'
import { prowlarrFailed } from '#server/domain/integrations/drivers/prowlarr.errors'
import { fulfilmentOver, type TestFulfilment } from '#tests/server/domain/fulfilment/fulfilment.fixture'
import { standingClock } from '#tests/support/records'
import { standIn } from '#tests/support/stand-in'

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
    problem: facts.state === 'failed' ? 'release' : null,
    message: null,
    addedAt: null,
    endedAt: null,
    ...facts,
  }
}

/** A download client driven by the test, and its calls. */
export function handDrivenClient(facts: Partial<Omit<OpenClient, 'client'>> = {}) {
  const has = new Map<string, ClientDownload>()
  const elsewhere = new Map<string, ClientDownload>()
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
      status: (ids) =>
        answer('status', () => [...has.values(), ...elsewhere.values()].filter(({ id }) => ids.includes(id))),
      list: () => answer('list', () => [...has.values()]),
      others: () => answer('others', () => [...elsewhere.values()]),
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
    /** Adds a download outside the connection's category. */
    showElsewhere: (facts: Partial<ClientDownload> = {}) =>
      void elsewhere.set(facts.id ?? HASH, shown(facts)),
    forget: () => has.clear(),
  }
}

/** For each test of a suite, a server that downloads automatically, its only client, and their clock. */
export function serverWithClient(
  database: () => Database,
  facts: Parameters<typeof handDrivenClient>[0] = {},
) {
  let clock: ReturnType<typeof standingClock>
  let client: ReturnType<typeof handDrivenClient>
  let server: TestFulfilment
  /** Starts another server in place of the first. */
  function start(options: { hasLibrary?: boolean } = {}): void {
    server = fulfilmentOver(database(), { clock, clients: [client.open], ...options })
  }
  beforeEach(async () => {
    clock = standingClock()
    client = handDrivenClient(facts)
    start()
    await server.settings.patch({ auto_download: true })
  })
  return {
    clock: standIn(() => clock),
    client: standIn(() => client),
    server: standIn(() => server),
    start,
    /** Asks the client for its downloads, by default a quarter of a minute later. */
    async poll(after = 15_000): Promise<void> {
      clock.advance(after)
      await server.tracking.pollDue()
    },
  }
}
