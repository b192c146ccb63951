import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import type { PushKeyDto } from '#contract/notifications'
import { bind } from '#server/domain/bind'

/** The settings that store the key, provided by the settings feature. */
export interface PushSettings {
  secretOnce(key: 'push_key', make: () => string): Promise<string>
  get(key: 'site_address'): Promise<string | null>
}

interface Context {
  settings: PushSettings
  publicUrl: string | undefined
}

/** The identity that this server presents to browsers. */
interface PushSender {
  /** In PEM, because Workers cannot sign with a KeyObject. */
  privateKey: string
  /** The point on the curve, as base64url. */
  publicKey: string
  /** The address at which people use this server, as far as it is known; not always https. */
  site: string | null
}

/** The key that identifies this server to push services and browsers, generated on first use and stored. */
export function createPushKey(context: Context) {
  return bind(context, { show, sender })
}

/** The information that browsers need to accept messages from this server. */
async function show(context: Context): Promise<PushKeyDto> {
  const { publicKey } = await sender(context)
  return { public_key: publicKey }
}

async function sender({ settings, publicUrl }: Context): Promise<PushSender> {
  const privateKey = await settings.secretOnce('push_key', makeKey)
  const { x = '', y = '' } = createPrivateKey(privateKey).export({ format: 'jwk' })
  const point = Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
  const site = publicUrl ?? (await settings.get('site_address'))
  return { privateKey, publicKey: point.toString('base64url'), site }
}

function makeKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}
