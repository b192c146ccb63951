import type { DownloadSettings } from '#contract/download-settings'
import type { FulfilmentContext } from '#server/domain/fulfilment/context'
import type { ClientProtocol } from '#server/domain/integrations/download-client.types'

// What administrators set up decides what books wait for. A change lets all of them continue, whoever made it and
// wherever: it is noticed by comparing with what was there before, so that no lost signal leaves a book waiting.

type SetupContext = Pick<
  FulfilmentContext,
  'settings' | 'setup' | 'knownSetup' | 'fulfilments' | 'rests' | 'transaction' | 'demand' | 'clock'
>

/** Who sends releases of a protocol to a client: the search service, or this server. */
export async function routeOf(
  { settings }: Pick<FulfilmentContext, 'settings'>,
  protocol: ClientProtocol,
): Promise<DownloadSettings['send_torrents_by']> {
  const { send_torrents_by: torrents, send_usenet_by: usenet } = await settings()
  return protocol === 'torrent' ? torrents : usenet
}

/** Whatever books are had through, by name, with a mark that every change replaces. */
async function read(context: SetupContext): Promise<Record<string, string>> {
  const [connections, torrent, usenet] = await Promise.all([
    context.setup(),
    routeOf(context, 'torrent'),
    routeOf(context, 'usenet'),
  ])
  return { ...connections, 'torrents by': torrent, 'usenet by': usenet }
}

/**
 * Lets every book that waits for something continue if what it may wait for was changed. A connection that has asked to
 * be left alone keeps that unless it was itself changed, and so leads elsewhere.
 */
export async function noticeChanges(context: SetupContext): Promise<void> {
  const { knownSetup, fulfilments, rests, transaction, demand, clock } = context
  const now = await read(context)
  if (changedNames((await knownSetup.get('known_setup')) ?? {}, now).length === 0) return
  await transaction(async (within) => {
    const known = await knownSetup.lock('known_setup', within)
    const changed = changedNames(known ?? {}, now)
    // Another instance was faster.
    if (changed.length === 0) return
    await knownSetup.put('known_setup', now, within)
    if (known === null) return
    await rests.forget(within, changed)
    await fulfilments.resumeWaiting(within, null, clock())
  })
  demand.wake()
}

function changedNames(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names].filter((name) => before[name] !== after[name])
}
