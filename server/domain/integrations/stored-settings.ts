import { z } from 'zod'
import type { SecretBox } from '#server/domain/settings/settings.types'
import type { StateStore, StoredState } from './connections.types'
import type { IntegrationState } from './settings.rules'

const settingsSchema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
const contentSchema = z.union([
  z.strictObject({ settings: settingsSchema, homes: z.record(z.string(), z.string()) }),
  // As stored by earlier versions, where secrets belong to the stored address.
  settingsSchema.transform((settings) => ({ settings, homes: {} })),
])

type Table = StateStore<StoredState>['table']

/** The context that the secret box binds an encrypted column to, so that it can be decrypted only in its own row. */
function placeOf(table: Table, id: string): string {
  return `${table}.${id}.settings`
}

/** Decrypts a connection's settings. */
export async function openSettings(
  secretBox: SecretBox,
  { id, enabled, sealedSettings }: Pick<StoredState, 'id' | 'enabled' | 'sealedSettings'>,
  table: Table,
): Promise<IntegrationState> {
  const text = await secretBox.open(sealedSettings, placeOf(table, id))
  return { enabled, ...contentSchema.parse(JSON.parse(text)) }
}

/** Encrypts a connection's settings; the text differs every time. */
export async function sealSettings(
  secretBox: SecretBox,
  { table, id }: { table: Table; id: string },
  { enabled, settings, homes }: IntegrationState,
): Promise<Pick<StoredState, 'enabled' | 'sealedSettings'>> {
  const sealedSettings = await secretBox.seal(JSON.stringify({ settings, homes }), placeOf(table, id))
  return { enabled, sealedSettings }
}
