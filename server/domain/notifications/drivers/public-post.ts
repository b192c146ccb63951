import { NotPublic, type PublicRequest } from '#server/upstream/public-request'
import { RefusedAddress, type Post } from './webhook'

/** The same for every address that is not reached, whether it is private or there is none: it is nobody's map. */
const REFUSAL =
  'The address is not in the public network, or does not exist. An administrator can allow private ones for targets of users.'

/** Posts to public addresses alone. */
export function createPublicPost(request: PublicRequest): Post {
  return async (address, { headers, body, signal }) => {
    try {
      return await request(address, { method: 'POST', headers, body, signal })
    } catch (error) {
      throw isNotPublic(error) ? new RefusedAddress(REFUSAL) : error
    }
  }
}

function isNotPublic(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (current instanceof NotPublic) return true
  }
  return false
}
