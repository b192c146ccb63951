import { z } from 'zod'
import type { SecretBox } from '#server/domain/settings/settings.types'
import type { StoredTarget } from './notifications.types'

/** The encrypted parts of a target. */
export interface TargetSecrets {
  url: string
  headers: Record<string, string>
}

const headersSchema = z.record(z.string(), z.string())

/**
 * The context that the secret box binds an encrypted column to, so that it can be decrypted only in its own
 * place.
 */
function contextOf(targetId: string, column: 'url' | 'headers'): string {
  return `notification_targets.${targetId}.${column}`
}

/** Decrypts the address and headers of a target. */
export async function openTarget(
  secretBox: SecretBox,
  target: Pick<StoredTarget, 'id' | 'sealedUrl' | 'sealedHeaders'>,
): Promise<TargetSecrets> {
  const [url, headers] = await Promise.all([
    secretBox.open(target.sealedUrl, contextOf(target.id, 'url')),
    secretBox.open(target.sealedHeaders, contextOf(target.id, 'headers')),
  ])
  return { url, headers: headersSchema.parse(JSON.parse(headers)) }
}

/** Whether the address and headers of a target can be decrypted. */
export async function opensTarget(
  secretBox: SecretBox,
  { id, sealedUrl, sealedHeaders }: Pick<StoredTarget, 'id' | 'sealedUrl' | 'sealedHeaders'>,
): Promise<boolean> {
  return (
    (await secretBox.opens(sealedUrl, contextOf(id, 'url'))) &&
    (await secretBox.opens(sealedHeaders, contextOf(id, 'headers')))
  )
}

/** Encrypts the address and headers of a target. */
export async function sealTarget(
  secretBox: SecretBox,
  id: string,
  secrets: TargetSecrets,
): Promise<Pick<StoredTarget, 'sealedUrl' | 'sealedHeaders'>> {
  const [sealedUrl, sealedHeaders] = await Promise.all([
    secretBox.seal(secrets.url, contextOf(id, 'url')),
    secretBox.seal(JSON.stringify(secrets.headers), contextOf(id, 'headers')),
  ])
  return { sealedUrl, sealedHeaders }
}
