import type { Settings } from './settings.service'

/** Tells this installation from others on the same host; all instances that share a database are one. */
export function createInstallation({ settings }: { settings: Pick<Settings, 'secretCanary'> }) {
  let known: string | undefined

  return {
    /** Eight hexadecimal digits, permanent and no secret; read from the database once. */
    async id(): Promise<string> {
      known ??= await shortDigest(await settings.secretCanary())
      return known
    },
  }
}

async function shortDigest(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Buffer.from(digest).toString('hex').slice(0, 8)
}
