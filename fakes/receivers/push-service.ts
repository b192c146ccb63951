import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { isObject, Refusal, startStrictReceiver } from './strict-receiver'

/** Maximum bytes that a push service accepts. */
const LARGEST = 4096
/** Maximum seconds for which a token may be valid. */
const DAY = 24 * 60 * 60

interface PushedMessage {
  /** The decrypted message. */
  text: string
  ttl: number
  /** The token's claims about the sender. */
  claims: Record<string, unknown>
}

/**
 * Starts a browser's push service together with the browser, which decrypts its messages.
 * @param origin under which the server knows the service.
 */
export async function startPushService(origin: string) {
  const browser = createECDH('prime256v1')
  browser.generateKeys()
  const auth = randomBytes(16)
  const path = `/wpush/v2/${randomBytes(90).toString('base64url')}`
  const keys = { p256dh: browser.getPublicKey().toString('base64url'), auth: auth.toString('base64url') }
  const senders = new Set<string>()

  const service = await startStrictReceiver<PushedMessage>((request, response) => {
    if (request.path !== path) throw new Refusal(404, 'No such subscription')
    if (request.bytes.length > LARGEST) throw new Refusal(413, 'Too large')
    if (request.headers['content-encoding'] !== 'aes128gcm') throw new Refusal(400, 'Not encrypted')
    const ttl = Number(request.headers['ttl'] ?? NaN)
    if (!Number.isInteger(ttl)) throw new Refusal(400, 'No TTL')
    const claims = readToken(request.headers.authorization ?? '', senders)
    if (claims['aud'] !== origin) throw new Refusal(403, 'The token is for another service')
    if (!isContact(claims['sub'])) throw new Refusal(403, '{"reason":"BadJwtToken"}')
    const text = open(Buffer.from(request.bytes), browser, auth)
    response.writeHead(201).end()
    return { text, ttl, claims }
  })
  return {
    ...service,
    /** The subscription that the browser sends to the server. */
    subscription: { endpoint: origin + path, keys },
    /** Accepts messages signed with this key from now on. */
    accept: (publicKey: string) => void senders.add(publicKey),
    /** Delivers a request for the origin to this service, as the network would. */
    post: (address: string, init: RequestInit) =>
      fetch(service.url + new URL(address).pathname, { method: 'POST', ...init }),
  }
}

/** Like Apple, which requires a contact: an https address other than the sender's own machine, or `mailto:`. */
const isContact = (sub: unknown) =>
  typeof sub === 'string' && /^(?:https:\/\/(?!localhost\b|127\.)[^/\s]+|mailto:\S+@\S+)/.test(sub)

/** @see https://www.rfc-editor.org/rfc/rfc8292 */
function readToken(header: string, senders: ReadonlySet<string>): Record<string, unknown> {
  const [, head = '', body = '', signature = '', key = ''] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(header) ?? []
  if (!senders.has(key)) throw new Refusal(403, 'The subscription is for another sender')
  const point = Buffer.from(key, 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const publicKey = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' } as const
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${body}`),
    publicKey,
    Buffer.from(signature, 'base64url'),
  )
  const claims: unknown = JSON.parse(Buffer.from(body, 'base64url').toString())
  if (!isSigned || !isObject(claims)) throw new Refusal(403, 'The token is not signed by its key')
  const left = Number(claims['exp']) - Math.floor(Date.now() / 1000)
  if (!(left <= DAY)) throw new Refusal(403, 'The token is valid for too long')
  return claims
}

/** Decrypts one record, as browsers do. @see https://www.rfc-editor.org/rfc/rfc8291 */
function open(bytes: Buffer, browser: ReturnType<typeof createECDH>, auth: Buffer): string {
  const [salt, size] = [bytes.subarray(0, 16), bytes.readUInt8(20)]
  const sender = bytes.subarray(21, 21 + size)
  const record = bytes.subarray(21 + size)
  const derive = (secret: Uint8Array, extra: Uint8Array, info: Uint8Array, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, extra, info, length))
  const both = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), sender])
  const shared = derive(browser.computeSecret(sender), auth, both, 32)
  const decipher = createDecipheriv(
    'aes-128-gcm',
    derive(shared, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16),
    derive(shared, salt, Buffer.from('Content-Encoding: nonce\0'), 12),
  )
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  if (padded.at(-1) !== 2) throw new Refusal(400, 'Not the last record')
  return padded.subarray(0, -1).toString()
}
