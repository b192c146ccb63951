import { nameKey } from '#server/domain/name-key.rules'
import type { Source } from './auth.types'

/** Lanes of everybody whose address says nothing, such as those behind a proxy that is not trusted. */
const BUCKETS = 64

/**
 * Whose turns a stranger takes while many wait for their password to be checked: those of the network. Behind
 * one address that is everybody's it is one of a few lanes by the name that was given: any number of invented
 * names opens no more lanes, and a lane tells nothing about which names exist.
 * @param dependencies.networkOf what addresses take turns as.
 * @param dependencies.keyedDigest nobody can choose the lane of a name without its key.
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
