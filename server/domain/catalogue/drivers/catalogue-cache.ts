import { createStorage, type Storage } from 'unstorage'
import lruCache from 'unstorage/drivers/lru-cache'

/** Far more entries than fit by size; the driver's default of 1,000 would drop books too early. */
const MAX_ENTRIES = 20_000

/** Catalogue answers, cached in this process's memory. */
export type CatalogueCache = Storage

/**
 * Creates the cache of catalogue answers, which evicts the least recently used first.
 * @param options.maxBytes bound on all entries as JSON text
 */
export function createCatalogueCache({ maxBytes = 16_000_000 }: { maxBytes?: number } = {}): CatalogueCache {
  return createStorage({ driver: lruCache({ max: MAX_ENTRIES, maxSize: maxBytes }) })
}
