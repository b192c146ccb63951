import type { Database, Transaction } from '#server/db/database'
import type { Logger } from '#server/log'
import { addressToRemember } from './site-address.rules'
import type { Settings } from './settings.service'

/**
 * Where people reach this server, for links in messages: the public address, else the one at which an
 * administrator last signed in. What a request says of itself is never taken for it.
 */
export function createSiteAddress(dependencies: {
  settings: Pick<Settings, 'get' | 'put'>
  transaction: Database['write']
  publicUrl: string | undefined
  log: Logger
}) {
  const { settings, transaction, publicUrl, log } = dependencies
  /** What this instance saw last, so that most page loads ask the database nothing. */
  let lastLoad: string | undefined

  /** An administrator signs in at this address; in the transaction of that. */
  async function noteSignIn(within: Transaction, address: string): Promise<void> {
    const stored = await settings.get('site_address', within)
    const next = addressToRemember(stored, address)
    if (next !== undefined) await settings.put('site_address', next, within)
  }

  return {
    noteSignIn,

    /**
     * An administrator loads the page at this address, where nobody signs in by a form. The page does not depend
     * on it: a database that takes no writes is logged.
     */
    async noteLoad(address: string): Promise<void> {
      if (address === lastLoad) return
      try {
        await transaction((within) => noteSignIn(within, address))
        lastLoad = address
      } catch (error) {
        log.warn('Could not store the address of this server: {error}', { error })
      }
    },

    /** Scheme, host and port; null when it is not known. */
    find: async (within: Transaction): Promise<string | null> =>
      publicUrl ?? (await settings.get('site_address', within)),
  }
}
