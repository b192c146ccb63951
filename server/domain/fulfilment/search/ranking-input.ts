import type { StoredRelease } from '#server/db/stored-release'
import type { Release } from '#server/domain/ranking/ranking.types'

/** Converts a stored release into ranking input. */
export function toRelease(facts: StoredRelease): Release {
  return {
    guid: facts.guid,
    indexerId: facts.indexer_id,
    indexer: facts.indexer,
    title: facts.title,
    size: facts.size,
    publishDate: facts.publish_date === null ? null : new Date(facts.publish_date),
    infoUrl: facts.info_url,
    flags: facts.indexer_flags,
    protocol: facts.protocol,
    seeders: facts.seeders,
    leechers: facts.leechers,
    grabs: facts.grabs,
    categories: facts.categories,
    metadata: facts.metadata && {
      ...facts.metadata,
      freeleech: facts.metadata.freeleech ?? false,
      vip: facts.metadata.vip ?? false,
    },
  }
}
