import { nameKey } from '#server/domain/name-key.rules'
import type { Source } from './auth.types'

/**
 * Number of lanes for people whose address says nothing about them, such as those behind an untrusted proxy.
 */
const BUCKETS = 64

/**
 * The lane in which a stranger waits for a password check: that of their network. Behind a shared address it
 * is one of a few lanes, chosen by the given name, so that invented names open no additional lanes, and lanes
 * do not reveal which names exist.
 * @param dependencies.networkOf the network that an address belongs to.
 * @param dependencies.keyedDigest prevents people from choosing which lane a name gets.
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
