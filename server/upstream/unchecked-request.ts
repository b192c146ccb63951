import { isPrivateAddress, NotPublic } from './public-address'
import type { PublicRequest } from './public-request'

/**
 * Sends requests with the Fetch API, on a platform without direct network access. Resolved addresses cannot
 * be checked there, so only literal private addresses are refused.
 */
export function createUncheckedRequest(fetch: typeof globalThis.fetch): PublicRequest {
  return async (address, question) => {
    if (isPrivateAddress(address)) throw new NotPublic()
    return fetch(address, { redirect: 'manual', ...question })
  }
}
