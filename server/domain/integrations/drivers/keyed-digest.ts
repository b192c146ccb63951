import type { KeyedDigest } from '#server/domain/integrations/file.types'

/** HMAC-SHA-256 in hex, with a key derived from a text (HKDF-SHA-256). */
export function createKeyedDigest(secretKey: string): KeyedDigest {
  let derived: Promise<CryptoKey> | undefined
  const bytes = (text: string) => new TextEncoder().encode(text)
  const derive = async () => {
    const material = await crypto.subtle.importKey('raw', bytes(secretKey), 'HKDF', false, ['deriveKey'])
    return crypto.subtle.deriveKey(
      {
        name: 'HKDF',
        hash: 'SHA-256',
        salt: new Uint8Array(),
        info: bytes('earmark digests of the configuration file'),
      },
      material,
      { name: 'HMAC', hash: 'SHA-256', length: 256 },
      false,
      ['sign'],
    )
  }
  return async (text) => {
    derived ??= derive()
    const signature = await crypto.subtle.sign('HMAC', await derived, bytes(text))
    return Array.from(new Uint8Array(signature), (byte) => byte.toString(16).padStart(2, '0')).join('')
  }
}
