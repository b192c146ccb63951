import { NotPublic } from '#server/upstream/public-address'
import type { PublicRequest } from '#server/upstream/public-request'
import { causesOf } from '#server/errors/causes'
import { RefusedAddress, type Post } from './webhook'

/** Posts only to public addresses. */
export function createPublicPost(request: PublicRequest): Post {
  return async (address, { headers, body, signal }) => {
    try {
      return await request(address, { method: 'POST', headers, body, signal })
    } catch (error) {
      // The same error for a private address and for one that does not exist, so that no one can map the
      // network.
      throw causesOf(error).some((cause) => cause instanceof NotPublic)
        ? new RefusedAddress('The address is not public')
        : error
    }
  }
}
