import { isPrivateAddress, NotPublic } from './public-address'
import type { PublicRequest } from './public-request'

/**
 * Asks by the Fetch API, where nobody can look at the addresses of a name before the connection, on a platform with
 * no network of its own: refuses addresses alone that are written out.
 */
export function createUncheckedRequest(fetch: typeof globalThis.fetch): PublicRequest {
  return async (address, question) => {
    if (isPrivateAddress(address)) throw new NotPublic()
    return fetch(address, { redirect: 'manual', ...question })
  }
}
