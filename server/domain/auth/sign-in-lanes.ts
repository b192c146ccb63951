import { nameKey } from '#server/domain/name-key.rules'
import type { Source } from './auth.types'

/** Lanes for people whose address says nothing, such as those behind an untrusted proxy. */
const BUCKETS = 64

/**
 * The lane in which a stranger waits for a password check: that of their network. Behind a shared address it is one of
 * a few lanes, chosen by the given name, so that invented names open no more lanes and lanes reveal no existing names.
 * @param dependencies.networkOf the network that an address belongs to.
 * @param dependencies.keyedDigest keeps people from choosing the lane of a name.
 */
export function createSignInLanes(dependencies: {
  networkOf: (address: string) => string
  keyedDigest: (text: string) => string
}): (given: Source & { username: string }) => string {
  const { networkOf, keyedDigest } = dependencies
  const bucketOf = (username: string) =>
    [...keyedDigest(nameKey(username.trim()))].reduce(
      (sum, character) => (sum * 31 + character.charCodeAt(0)) % BUCKETS,
      0,
    )

  return ({ username, address, shared }) =>
    address === '' || shared ? `name ${bucketOf(username)}` : `network ${networkOf(address)}`
}
