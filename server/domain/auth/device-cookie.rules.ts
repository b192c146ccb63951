/** Milliseconds for which a browser stays known after a sign-in: 400 days. */
export const DEVICE_LIFETIME = 400 * 24 * 60 * 60_000
/** Maximum people remembered per browser. */
const MAX_DEVICES = 6

/** One person's sign-in with a browser. */
export interface Device {
  /** Random id of the browser for this person, under which wrong attempts are counted. */
  nonce: string
  /** When they last signed in, in milliseconds. */
  at: number
  /** Proves that this server issued the entry, and for whom. */
  signature: string
}

/**
 * The text signed for a user.
 * @param passwordHash the stored one, so that a password change invalidates the signature.
 */
export const signedText = (
  userId: string,
  passwordHash: string | null,
  { nonce, at }: Pick<Device, 'nonce' | 'at'>,
) => `device\n${userId}\n${passwordHash ?? ''}\n${nonce}\n${at}`

/** Parses the cookie; malformed entries are skipped. */
export function parseDevices(value: string | undefined): Device[] {
  const entries = (value ?? '').split('~', MAX_DEVICES)
  return entries.flatMap((entry) => {
    const [, nonce, at, signature] = /^([\w-]{43})\.(\d{1,15})\.([\w-]{43})$/.exec(entry) ?? []
    if (nonce === undefined || at === undefined || signature === undefined) return []
    return [{ nonce, at: Number(at), signature }]
  })
}

/** Serialises the cookie, latest sign-in first. */
export function writeDevices(devices: readonly Device[]): string {
  return devices
    .slice(0, MAX_DEVICES)
    .map(({ nonce, at, signature }) => `${nonce}.${at}.${signature}`)
    .join('~')
}
