/** How long a browser is known after somebody last signed in with it, in milliseconds: 400 days. */
export const DEVICE_LIFETIME = 400 * 24 * 60 * 60_000
/** People of whom one browser keeps that they signed in with it. */
const MAX_DEVICES = 6

/** That somebody signed in with a browser. */
export interface Device {
  /** Names the browser as that of one person, for counting; random. */
  nonce: string
  /** When they last signed in, in milliseconds. */
  at: number
  /** Proves that this server said so, and of whom. */
  signature: string
}

/**
 * What is signed for a user.
 * @param passwordHash the stored one, so that another password ends what a browser keeps of the former one.
 */
export const signedText = (
  userId: string,
  passwordHash: string | null,
  { nonce, at }: Pick<Device, 'nonce' | 'at'>,
) => `device\n${userId}\n${passwordHash ?? ''}\n${nonce}\n${at}`

/** Reads what a browser keeps; what is of another form is left out. */
export function parseDevices(value: string | undefined): Device[] {
  const entries = (value ?? '').split('~', MAX_DEVICES)
  return entries.flatMap((entry) => {
    const [, nonce, at, signature] = /^([\w-]{43})\.(\d{1,15})\.([\w-]{43})$/.exec(entry) ?? []
    if (nonce === undefined || at === undefined || signature === undefined) return []
    return [{ nonce, at: Number(at), signature }]
  })
}

/** Writes what a browser is to keep, the person who signed in last first. */
export function writeDevices(devices: readonly Device[]): string {
  return devices
    .slice(0, MAX_DEVICES)
    .map(({ nonce, at, signature }) => `${nonce}.${at}.${signature}`)
    .join('~')
}
