import type { FeatureContext } from '#server/domain/feature-context'
import { bind } from '#server/domain/bind'
import type { PasswordUser, Source } from './auth.types'
import { DEVICE_LIFETIME, parseDevices, signedText, writeDevices, type Device } from './device-cookie.rules'
import type { SignInNetworksRepository } from './sign-in-networks.repository'
import type { UsersRepository } from './users.repository'

const DAY = 24 * 60 * 60_000
/** Milliseconds for which a network is known after a sign-in: four weeks. */
const NETWORK_LIFETIME = 28 * DAY

/** How someone signing in is already known. */
export interface KnownSource {
  userId: string
  by: 'device' | 'network'
  /** Identifies the browser or network of that user; wrong attempts are counted under it. */
  key: string
}

export type KnownSources = ReturnType<typeof createKnownSources>

interface KnownSourcesDependencies extends Pick<FeatureContext, 'transaction' | 'clock'> {
  repository: SignInNetworksRepository
  users: Pick<UsersRepository, 'lock'>
  /** Creates digests with a permanent key, also of networks, so that the table reveals no addresses. */
  sign: (text: string) => string
  random: () => string
  /** The network that an address is counted under. */
  networkOf: (address: string) => string
}

const contextOf = (dependencies: KnownSourcesDependencies) => {
  const { sign, networkOf } = dependencies
  /** @returns undefined if the address says nothing about the person. */
  const networkKey = ({ address, shared }: Source) =>
    address === '' || shared ? undefined : sign(`network\n${networkOf(address)}`)
  return { ...dependencies, networkKey }
}
type Context = ReturnType<typeof contextOf>

/**
 * Distinguishes people who have signed in before from strangers, by a cookie that only this server can create
 * (the device cookies of
 * https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies) or by their network.
 */
export function createKnownSources(dependencies: KnownSourcesDependencies) {
  return bind(contextOf(dependencies), { recognise, noteNetwork, mark, prune })
}

function findDevice(
  { clock, sign }: Context,
  userId: string,
  passwordHash: string | null,
  devices: readonly Device[],
): Device | undefined {
  const oldest = clock().getTime() - DEVICE_LIFETIME
  return devices.find(
    (device) =>
      device.at > oldest && isSame(sign(signedText(userId, passwordHash, device)), device.signature),
  )
}

/** @param found undefined for an unknown user, who takes just as long to check. */
async function recognise(
  context: Context,
  found: PasswordUser | undefined,
  source: Source,
): Promise<KnownSource | undefined> {
  const { networkKey, clock, repository } = context
  const userId = found?.user.id
  const id = userId ?? ''
  const network = networkKey(source)
  const since = new Date(clock().getTime() - NETWORK_LIFETIME)
  const isKnown = network !== undefined && (await repository.has(id, network, since))
  const device = findDevice(context, id, found?.passwordHash ?? null, parseDevices(source.devices))
  if (userId === undefined) return undefined
  if (device) return { userId, by: 'device', key: device.nonce }
  return isKnown ? { userId, by: 'network', key: `${userId} ${network}` } : undefined
}

/** Records the network of a sign-in, once a day. */
async function noteNetwork(context: Context, userId: string, source: Source): Promise<void> {
  const { networkKey, clock, repository, transaction, users } = context
  const network = networkKey(source)
  const now = clock()
  if (!network || (await repository.has(userId, network, new Date(now.getTime() - DAY)))) return
  await transaction(async (within) => {
    // The user may have been deleted meanwhile.
    if (await users.lock(within, userId)) await repository.note(within, userId, network, now)
  })
}

/**
 * The cookie for a browser after a sign-in. A known browser keeps its random id, and so its count of wrong
 * attempts. Call this only after a successful sign-in, because each new id starts a new count.
 */
function mark(context: Context, { user, passwordHash }: PasswordUser, value: string | undefined): string {
  const { random, clock, sign } = context
  const devices = parseDevices(value)
  const known = findDevice(context, user.id, passwordHash, devices)
  const named = { nonce: known?.nonce ?? random(), at: clock().getTime() }
  const marked = { ...named, signature: sign(signedText(user.id, passwordHash, named)) }
  return writeDevices([marked, ...devices.filter(({ nonce }) => nonce !== named.nonce)])
}

/** Forgets a user's network four weeks after the last sign-in from it. */
function prune({ repository, clock }: Context): Promise<void> {
  return repository.prune(new Date(clock().getTime() - NETWORK_LIFETIME))
}

/** Compares in constant time. */
function isSame(one: string, other: string): boolean {
  if (one.length !== other.length) return false
  let difference = 0
  for (let at = 0; at < one.length; at++) difference |= one.charCodeAt(at) ^ other.charCodeAt(at)
  return difference === 0
}
