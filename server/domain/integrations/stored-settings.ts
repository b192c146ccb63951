import { z } from 'zod'
import type { SecretBox } from '#server/domain/settings/settings.types'
import type { StoredIntegration } from './integrations.repository'
import type { IntegrationState } from './settings.rules'

const settingsSchema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
const contentSchema = z.union([
  z.strictObject({ settings: settingsSchema, homes: z.record(z.string(), z.string()) }),
  // As former versions wrote it, with the secrets at home at the address beside them.
  settingsSchema.transform((settings) => ({ settings, homes: {} })),
])

/** What the encrypted column is called to the secret box: it opens in its own row only. */
function contextOf(name: string): string {
  return `indexers.${name}.settings`
}

/** Decrypts what is set for an indexer; one without a row is off and has its defaults. */
export async function openSettings(
  secretBox: SecretBox,
  stored: StoredIntegration | null,
): Promise<IntegrationState> {
  if (!stored) return { enabled: false, settings: {}, homes: {} }
  return openState(secretBox, stored, contextOf(stored.name))
}

/** Encrypts what is set for an indexer. */
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
 * Decrypts what is set for a connection.
 * @param place what the encrypted column is called to the secret box.
 */
export async function openState(
  secretBox: SecretBox,
  stored: Pick<StoredIntegration, 'enabled' | 'sealedSettings'>,
  place: string,
): Promise<IntegrationState> {
  const text = await secretBox.open(stored.sealedSettings, place)
  return { enabled: stored.enabled, ...contentSchema.parse(JSON.parse(text)) }
}

/** Encrypts what is set for a connection; another text each time, whatever it was. */
export function sealState(secretBox: SecretBox, state: IntegrationState, place: string): Promise<string> {
  return secretBox.seal(JSON.stringify({ settings: state.settings, homes: state.homes }), place)
}
