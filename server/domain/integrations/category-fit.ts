import { found, type TestFinding } from '#contract/connection-test'
import { raceTimeout } from '#server/async/timeout'
import { AppError } from '#server/errors/app-error'
import type { Settings } from '#server/domain/settings/settings.service'
import { categoryIssues, type SendingClient, type WatchingClient } from './category-fit.rules'
import type { OpenedConnection } from './connection-presentation.rules'
import type { ConnectionSettings, DriverAccess, SearchServiceDriver } from './integrations.types'
import { valuesOf } from './settings.rules'

interface Context {
  searchService: Pick<SearchServiceDriver, 'name' | 'senders'>
  settings: Pick<Settings, 'get'>
  /** Milliseconds that the search service may take; nobody waits longer for a remark. */
  limit?: number
}

const LIMIT = 3000

/**
 * The clients that the search service itself sends to; empty if Earmark sends everything.
 * @returns null if it does not say in time.
 */
async function senders(
  { searchService, settings, limit = LIMIT }: Context,
  values: ConnectionSettings,
): Promise<readonly SendingClient[] | null> {
  const by = { torrent: await settings.get('send_torrents_by'), usenet: await settings.get('send_usenet_by') }
  const own = Object.entries(by).flatMap(([protocol, sender]) => (sender === 'client' ? [protocol] : []))
  if (own.length === Object.keys(by).length) return []
  try {
    const all = await raceTimeout(limit, searchService.senders(values), () => null)
    return all && all.filter(({ protocol }) => !own.includes(protocol))
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

/** What is wrong with where the search service sends releases, or that this is unknown. */
async function compare(
  context: Context,
  values: ConnectionSettings,
  watching: readonly WatchingClient[],
): Promise<TestFinding[]> {
  const service = context.searchService.name
  const sending = await senders(context, values)
  return sending ? categoryIssues(service, sending, watching) : [found('category_not_compared', { service })]
}

/** Compares a connection that is tested with where the stored search service sends releases. */
export function clientRemarks(context: Context & { access: Pick<DriverAccess, 'settings'> }) {
  return async (watching: WatchingClient): Promise<TestFinding[]> => {
    const { values, ready } = await context.access.settings()
    if (!ready) return []
    return compare(context, values, [watching])
  }
}

/** Compares where a search service that is tested sends releases with the enabled connections. */
export function sourceRemarks(context: Context, connections: () => Promise<OpenedConnection[]>) {
  return async (values: ConnectionSettings): Promise<TestFinding[]> => {
    const watching = (await connections()).flatMap(({ stored, driver, state }) =>
      driver.kind === 'download_client' && state.enabled
        ? [watchingClient(stored.name, driver, valuesOf(driver.entries, state.settings))]
        : [],
    )
    if (watching.length === 0) return []
    return compare(context, values, watching)
  }
}

/** What a connection to a download client watches. */
export const watchingClient = (
  name: string,
  driver: { name: string },
  values: ConnectionSettings,
): WatchingClient => ({ name, program: driver.name, category: String(values['category'] ?? '') })
