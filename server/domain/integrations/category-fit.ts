import type { TestFinding } from '#contract/connection-test'
import { AppError } from '#server/errors/app-error'
import type { Settings } from '#server/domain/settings/settings.service'
import { categoryIssues, type SendingClient, type WatchingClient } from './category-fit.rules'
import type { OpenedConnection } from './connection-presentation.rules'
import type { ConnectionSettings, DriverAccess, SearchServiceDriver } from './integrations.types'
import { valuesOf } from './settings.rules'

interface Context {
  searchService: Pick<SearchServiceDriver, 'name' | 'senders'>
  settings: Pick<Settings, 'get'>
}

/** The clients that the search service itself sends to; empty if it does not say, or Earmark sends everything. */
async function senders(
  { searchService, settings }: Context,
  values: ConnectionSettings,
): Promise<readonly SendingClient[]> {
  const by = { torrent: await settings.get('send_torrents_by'), usenet: await settings.get('send_usenet_by') }
  const own = Object.entries(by).flatMap(([protocol, sender]) => (sender === 'client' ? [protocol] : []))
  if (own.length === Object.keys(by).length) return []
  try {
    return (await searchService.senders(values)).filter(({ protocol }) => !own.includes(protocol))
  } catch (error) {
    if (error instanceof AppError) return []
    throw error
  }
}

/** Compares a connection that is tested with where the stored search service sends releases. */
export function clientRemarks(context: Context & { access: Pick<DriverAccess, 'settings'> }) {
  return async (watching: WatchingClient): Promise<TestFinding[]> => {
    const { values, ready } = await context.access.settings()
    if (!ready) return []
    return categoryIssues(context.searchService.name, await senders(context, values), [watching])
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
    return categoryIssues(context.searchService.name, await senders(context, values), watching)
  }
}

/** What a connection to a download client watches. */
export const watchingClient = (
  name: string,
  driver: { name: string },
  values: ConnectionSettings,
): WatchingClient => ({ name, program: driver.name, category: String(values['category'] ?? '') })
