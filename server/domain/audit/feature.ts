import type { FeatureContext } from '#server/domain/feature-context'
import { createAuditRepository } from './audit.repository'
import { createAudit } from './audit.service'
import { createKeptAudit } from './kept-audit.repository'

/** Builds the audit log and its cleanup. */
export function createAuditFeature(dependencies: Pick<FeatureContext, 'database' | 'clock'>) {
  const repository = createAuditRepository(dependencies)
  return { audit: createAudit({ ...dependencies, repository }), keptAudit: createKeptAudit(dependencies) }
}
