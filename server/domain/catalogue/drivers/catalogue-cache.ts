import { createStorage, type Storage } from 'unstorage'
import lruCache from 'unstorage/drivers/lru-cache'

/** Far more entries than the size limit permits; the driver's default of 1,000 would drop books too early. */
const MAX_ENTRIES = 20_000

/** Catalogue responses, cached in the memory of this process. */
export type CatalogueCache = Storage

/**
 * Creates the cache of catalogue responses, which evicts the least recently used first.
 * @param options.maxBytes limit for all entries as JSON text
 */
export function createCatalogueCache({ maxBytes = 16_000_000 }: { maxBytes?: number } = {}): CatalogueCache {
  return createStorage({ driver: lruCache({ max: MAX_ENTRIES, maxSize: maxBytes }) })
}
