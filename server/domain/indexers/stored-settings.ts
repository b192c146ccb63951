import { z } from 'zod'
import type { SecretBox } from '../settings/settings.types'
import type { StoredIndexer } from './indexers.repository'
import type { IndexerState } from './settings.rules'

const settingsSchema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))

/** What the encrypted column is called to the secret box: it opens in its own row only. */
function contextOf(name: string): string {
  return `indexers.${name}.settings`
}

/** Decrypts what is set for an indexer; one without a row is off and has its defaults. */
export async function openIndexer(secretBox: SecretBox, stored: StoredIndexer | null): Promise<IndexerState> {
  if (!stored) return { enabled: false, settings: {} }
  const text = await secretBox.open(stored.sealedSettings, contextOf(stored.name))
  return { enabled: stored.enabled, settings: settingsSchema.parse(JSON.parse(text)) }
}

/** Encrypts what is set for an indexer. */
export async function sealIndexer(
  secretBox: SecretBox,
  name: string,
  state: IndexerState,
  fileDigests: StoredIndexer['fileDigests'],
): Promise<StoredIndexer> {
  const sealedSettings = await secretBox.seal(JSON.stringify(state.settings), contextOf(name))
  return { name, enabled: state.enabled, sealedSettings, fileDigests }
}
