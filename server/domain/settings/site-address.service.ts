import type { Database, Transaction } from '#server/db/database'
import type { Logger } from '#server/platform/log'
import { addressToRemember } from './site-address.rules'
import type { Settings } from './settings.service'

/**
 * The public address, for links in messages: the configured one, else the one at which an administrator last signed in.
 * Never taken from a request itself.
 */
export function createSiteAddress(dependencies: {
  settings: Pick<Settings, 'get' | 'put'>
  transaction: Database['write']
  publicUrl: string | undefined
  log: Logger
}) {
  const { settings, transaction, publicUrl, log } = dependencies
  /** What this instance saw last, so that most page loads need no query. */
  let lastLoad: string | undefined

  /** Records the address at which an administrator signs in, in the transaction of the sign-in. */
  async function noteSignIn(within: Transaction, address: string): Promise<void> {
    const stored = await settings.get('site_address', within)
    const next = addressToRemember(stored, address)
    if (next !== undefined) await settings.put('site_address', next, within)
  }

  return {
    noteSignIn,

    /**
     * Records the address at which an administrator loads a page, on a server without a sign-in form. Failed
     * writes are only logged, because the page does not depend on them.
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

    /** Scheme, host and port; null if unknown. */
    find: async (within: Transaction): Promise<string | null> =>
      publicUrl ?? (await settings.get('site_address', within)),
  }
}
