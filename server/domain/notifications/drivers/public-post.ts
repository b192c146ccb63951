import { NotPublic } from '#server/upstream/public-address'
import type { PublicRequest } from '#server/upstream/public-request'
import { RefusedAddress, type Post } from './webhook'

/** Posts to public addresses alone. */
export function createPublicPost(request: PublicRequest): Post {
  return async (address, { headers, body, signal }) => {
    try {
      return await request(address, { method: 'POST', headers, body, signal })
    } catch (error) {
      // The same for every address, whether it is private or there is none: it is nobody's map.
      throw isNotPublic(error) ? new RefusedAddress('The address is not public') : error
    }
  }
}

function isNotPublic(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (current instanceof NotPublic) return true
  }
  return false
}
