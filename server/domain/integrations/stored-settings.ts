import { z } from 'zod'
import type { SecretBox } from '#server/domain/settings/settings.types'
import type { StoredIntegration } from './integrations.repository'
import type { IntegrationState } from './settings.rules'

const settingsSchema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
const contentSchema = z.union([
  z.strictObject({ settings: settingsSchema, homes: z.record(z.string(), z.string()) }),
  // As stored by earlier versions, where secrets belong to the stored address.
  settingsSchema.transform((settings) => ({ settings, homes: {} })),
])

/**
 * The context that the secret box binds an encrypted column to, so that it can be decrypted only in its own
 * row.
 */
function contextOf(name: string): string {
  return `indexers.${name}.settings`
}

/** Decrypts an indexer's settings; one without a row is disabled and uses the defaults. */
export async function openSettings(
  secretBox: SecretBox,
  stored: StoredIntegration | null,
): Promise<IntegrationState> {
  if (!stored) return { enabled: false, settings: {}, homes: {} }
  return openState(secretBox, stored, contextOf(stored.name))
}

/** Encrypts an indexer's settings. */
export async function sealSettings(
  secretBox: SecretBox,
  name: string,
  state: IntegrationState,
  fileDigests: StoredIntegration['fileDigests'],
): Promise<StoredIntegration> {
  const sealedSettings = await sealState(secretBox, state, contextOf(name))
  return { name, enabled: state.enabled, sealedSettings, fileDigests }
}

/**
 * Decrypts a connection's settings.
 * @param place the context that the secret box binds the encrypted column to.
 */
export async function openState(
  secretBox: SecretBox,
  stored: Pick<StoredIntegration, 'enabled' | 'sealedSettings'>,
  place: string,
): Promise<IntegrationState> {
  const text = await secretBox.open(stored.sealedSettings, place)
  return { enabled: stored.enabled, ...contentSchema.parse(JSON.parse(text)) }
}

/** Encrypts a connection's settings; the text differs every time. */
export function sealState(secretBox: SecretBox, state: IntegrationState, place: string): Promise<string> {
  return secretBox.seal(JSON.stringify({ settings: state.settings, homes: state.homes }), place)
}
