import { createAuditRepository } from '#server/domain/audit/audit.repository'
import { createAudit } from '#server/domain/audit/audit.service'
import { createKeptAudit } from '#server/domain/audit/kept-audit.repository'
import { createKeptTimeline } from '#server/domain/books/kept-timeline.repository'
import { createKeptSearches } from '#server/domain/fulfilment/search/kept-searches.repository'
import { createKeptDeliveries } from '#server/domain/notifications/kept-deliveries.repository'
import { createRetentionFeature } from '#server/domain/retention/feature'
import { createSecretBox } from '#server/domain/settings/drivers/secret-box'
import { createSettingsRepository } from '#server/domain/settings/settings.repository'
import { createSettings } from '#server/domain/settings/settings.service'
import type { Database } from '#server/db/database'
import { standingClock } from '#tests/support/records'

/** The removal of old rows, on a real database with a stopped clock. */
export function retentionOver(database: Database, clock = standingClock()) {
  const settings = createSettings({
    repository: createSettingsRepository({ database }),
    secretBox: createSecretBox('a secret key for tests only'),
    secretKeySource: 'a test',
    clock: clock.read,
  })
  const audit = createAudit({ repository: createAuditRepository({ database }), clock: clock.read })
  const kept = {
    releases: createKeptSearches({ database }),
    timeline: createKeptTimeline({ database }),
    deliveries: createKeptDeliveries({ database }, 'delivered'),
    failed_deliveries: createKeptDeliveries({ database }, 'failed'),
    audit: createKeptAudit({ database }),
  }
  const announced: string[] = []
  const { retention } = createRetentionFeature({
    database,
    settings,
    audit,
    announce: ({ topic }) => void announced.push(topic),
    clock: clock.read,
    kept,
  })
  return { ...retention, kept, settings, audit, clock, announced }
}
