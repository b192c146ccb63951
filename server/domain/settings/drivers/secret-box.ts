import { createDecipheriv } from 'node:crypto'
import type { SecretBox } from '#server/domain/settings/settings.types'

/** Version of the format, so that a later version can be distinguished from it. */
const VERSION = 'v1'
/** Bytes of the nonce, which AES-GCM requires to be unique per message (NIST SP 800-38D, 8.2.2). */
const NONCE_LENGTH = 12
/** Bytes of the authentication tag at the end. */
const TAG_LENGTH = 16
/** Rejects invalid UTF-8. */
const STRICT_TEXT = new TextDecoder('utf-8', { fatal: true })

/**
 * AES-256-GCM with a key derived (HKDF-SHA-256) from a text. Version and context are authenticated: an
 * encrypted text that was moved to another place cannot be decrypted.
 */
export function createSecretBox(secretKey: string): SecretBox {
  const key = deriveKey(secretKey)

  const box: SecretBox = {
    async seal(text, context) {
      const nonce = crypto.getRandomValues(new Uint8Array(NONCE_LENGTH))
      const encrypted = await crypto.subtle.encrypt(
        { name: 'AES-GCM', iv: nonce, additionalData: authenticated(context) },
        (await key()).key,
        new TextEncoder().encode(text),
      )
      return `${VERSION}.${toBase64(nonce)}.${toBase64(new Uint8Array(encrypted))}`
    },

    async open(sealed, context) {
      const [version, nonce, encrypted, ...rest] = sealed.split('.')
      if (version !== VERSION || nonce === undefined || encrypted === undefined || rest.length > 0) {
        throw new Error('A stored secret has a format that this version does not know.')
      }
      try {
        return STRICT_TEXT.decode(decrypt((await key()).bytes, context, nonce, encrypted))
      } catch (cause) {
        throw new Error('A stored secret cannot be decrypted with this secret key.', { cause })
      }
    },

    opens: (sealed, context) =>
      box.open(sealed, context).then(
        () => true,
        () => false,
      ),
  }
  return box
}

/**
 * Synchronous: another thread takes ten times as long, and a list decrypts hundreds of texts. Invalid base64
 * fails at the tag, like anything else that was not sealed here.
 */
function decrypt(key: Uint8Array, context: string, nonce: string, encrypted: string): Uint8Array {
  const bytes = Buffer.from(encrypted, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64'), {
    authTagLength: TAG_LENGTH,
  })
    .setAAD(authenticated(context))
    .setAuthTag(bytes.subarray(-TAG_LENGTH))
  return Buffer.concat([decipher.update(bytes.subarray(0, -TAG_LENGTH)), decipher.final()])
}

/** Derives the key once, on first use, in the forms required for sealing and for opening. */
function deriveKey(secretKey: string): () => Promise<{ key: CryptoKey; bytes: Uint8Array }> {
  let derived: Promise<{ key: CryptoKey; bytes: Uint8Array }> | undefined
  const derive = async () => {
    const material = await crypto.subtle.importKey(
      'raw',
      new TextEncoder().encode(secretKey),
      'HKDF',
      false,
      ['deriveBits'],
    )
    const bits = await crypto.subtle.deriveBits(
      {
        name: 'HKDF',
        hash: 'SHA-256',
        salt: new Uint8Array(),
        info: new TextEncoder().encode('earmark stored secrets'),
      },
      material,
      256,
    )
    const key = await crypto.subtle.importKey('raw', bits, 'AES-GCM', false, ['encrypt'])
    return { key, bytes: new Uint8Array(bits) }
  }
  return () => (derived ??= derive())
}

const authenticated = (context: string): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(`${VERSION}\n${context}`)

const toBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')
