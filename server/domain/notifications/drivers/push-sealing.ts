import { createCipheriv, createECDH, hkdfSync, randomBytes, sign } from 'node:crypto'

/** The keys that a browser gives to its senders, as base64url. */
interface PushKeys {
  p256dh: string
  auth: string
}

const CURVE = 'prime256v1'
/** Bytes of a record, which contains a whole message; push services accept up to this size. */
const RECORD = 4096
/** Marks the last record. */
const LAST = Buffer.from([2])
/** How long a token is valid, in seconds. A push service allows a day; less allows for clocks that differ. */
const TOKEN_LIFE = 12 * 60 * 60

const bytesOf = (text: string) => Buffer.from(text, 'base64url')
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/**
 * The contact if no address of this server is known to be https. Apple refuses a token without one (`BadJwtToken`); the
 * name is reserved by RFC 2606, so no one else is contacted.
 */
const NO_ADDRESS = 'https://earmark.example'
/** Longer than any real origin. */
const MAX_CONTACT = 300

/**
 * How a push service can contact the people who run this server.
 * @param site the address of this server; null if unknown.
 * @param headers those of the target, where the browser's page has noted the address at which it subscribed.
 * @returns an https address, always.
 * @see https://developer.apple.com/documentation/usernotifications/sending-web-push-notifications-in-web-apps-and-browsers
 */
export function contactOf(site: string | null, headers: Readonly<Record<string, string>>): string {
  return [site, headers['site']].map(httpsOrigin).find((origin) => origin !== undefined) ?? NO_ADDRESS
}

/** Apple refuses addresses of the machine itself, too. */
function httpsOrigin(address: string | null | undefined): string | undefined {
  if (!address || address.length > MAX_CONTACT || !URL.canParse(address)) return undefined
  const { protocol, origin, hostname } = new URL(address)
  const isItself = /(?:^|\.)localhost$|^127\.|^\[::1\]$/.test(hostname)
  return protocol === 'https:' && !isItself ? origin : undefined
}

/** The keys in a target's headers. */
export function pushKeysOf(headers: Readonly<Record<string, string>>): PushKeys {
  return { p256dh: headers['p256dh'] ?? '', auth: headers['auth'] ?? '' }
}

/** Whether these are valid keys of a browser: a point on the curve and 16 bytes. */
export function arePushKeys({ p256dh, auth }: PushKeys): boolean {
  if (bytesOf(auth).length !== 16) return false
  try {
    const ecdh = createECDH(CURVE)
    ecdh.generateKeys()
    return ecdh.computeSecret(bytesOf(p256dh)).length > 0 && bytesOf(p256dh).length === 65
  } catch {
    return false
  }
}

/**
 * Encrypts a text for one browser, so that the push service cannot read it.
 * @param random the parts that differ for every message; set by tests.
 * @see https://www.rfc-editor.org/rfc/rfc8291 and, for the format, https://www.rfc-editor.org/rfc/rfc8188
 */
export function sealForBrowser(
  text: string,
  keys: PushKeys,
  random: { privateKey?: Buffer; salt?: Buffer } = {},
): Buffer<ArrayBuffer> {
  const ecdh = createECDH(CURVE)
  if (random.privateKey) ecdh.setPrivateKey(random.privateKey)
  else ecdh.generateKeys()
  const salt = random.salt ?? randomBytes(16)
  const [browser, own] = [bytesOf(keys.p256dh), ecdh.getPublicKey()]
  const derive = (secret: Uint8Array, extra: Uint8Array, info: string | Uint8Array, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, extra, info, length))

  const both = Buffer.concat([Buffer.from('WebPush: info\0'), browser, own])
  const shared = derive(ecdh.computeSecret(browser), bytesOf(keys.auth), both, 32)
  const key = derive(shared, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = derive(shared, salt, 'Content-Encoding: nonce\0', 12)

  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const sealed = [cipher.update(text, 'utf8'), cipher.update(LAST), cipher.final(), cipher.getAuthTag()]
  const sizes = Buffer.alloc(5)
  sizes.writeUInt32BE(RECORD)
  sizes.writeUInt8(own.length, 4)
  return Buffer.concat([salt, sizes, own, ...sealed])
}

/**
 * Proves to a push service that the sender is the server to which the browser gave the address.
 * @param server.contact see {@link contactOf}.
 * @see https://www.rfc-editor.org/rfc/rfc8292
 */
export function authorisation(
  endpoint: string,
  server: { privateKey: string; publicKey: string; contact: string },
  now: Date,
): string {
  const { privateKey: key, publicKey, contact } = server
  const claims = {
    aud: new URL(endpoint).origin,
    exp: Math.floor(now.getTime() / 1000) + TOKEN_LIFE,
    sub: contact,
  }
  const signed = `${encode({ typ: 'JWT', alg: 'ES256' })}.${encode(claims)}`
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' })
  return `vapid t=${signed}.${signature.toString('base64url')}, k=${publicKey}`
}
