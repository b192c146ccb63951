import type { LiveEvent } from '#contract/system'
import type { Database } from '#server/db/database'
import { createAuditRepository } from '#server/domain/audit/audit.repository'
import { createAudit } from '#server/domain/audit/audit.service'
import { createIntegrations } from '#server/domain/integrations/feature'
import { createConfigurationFile } from '#server/domain/integrations/drivers/configuration-file'
import type { Changes } from '#server/domain/integrations/indexers.service'
import { createSecretBox } from '#server/domain/settings/drivers/secret-box'
import { createSettingsRepository } from '#server/domain/settings/settings.repository'
import { createSettings } from '#server/domain/settings/settings.service'
import { actor } from '#tests/support/accounts'
import { silentLog } from '#tests/support/records'

const ROOT = { id: 'root', username: 'Root', role: 'admin', root: true } as const
const ADMINISTRATOR = actor(ROOT, undefined, '192.0.2.7')
const SECRET_KEY = 'a secret key for tests only'

/** The indexers of one server instance on a database; several may share it. */
export function indexersOver(
  database: Database,
  {
    clock = () => new Date(),
    fetch = globalThis.fetch,
  }: { clock?: () => Date; fetch?: typeof globalThis.fetch } = {},
) {
  const secretBox = createSecretBox(SECRET_KEY)
  const announced: LiveEvent[] = []
  const settings = createSettings({
    repository: createSettingsRepository({ database }),
    secretBox,
    secretKeySource: 'tests',
    clock,
  })
  const audit = createAudit({ repository: createAuditRepository({ database }), clock })
  const indexers = createIntegrations({
    database,
    transaction: database.write,
    settings,
    audit,
    secretBox,
    secretKey: SECRET_KEY,
    configurationFile: createConfigurationFile({ log: silentLog }),
    fetch,
    announce: (event) => announced.push(event),
    clock,
    log: silentLog,
    version: 'test',
  })
  return {
    ...indexers,
    settings,
    patch: (name: string, changes: Changes) => indexers.patch(name, changes, ADMINISTRATOR),
    test: (name: string, changes: Changes) => indexers.test(name, changes, ADMINISTRATOR),
    file: {
      ...indexers.file,
      watchPath: (path: string | null) => indexers.file.watchPath(path, ADMINISTRATOR),
    },
    announced,
    /** The audited tests, as `actor subject detail`. */
    async tested(): Promise<string[]> {
      const { entries } = await audit.list({ kind: 'connection_tested', limit: 200, offset: 0 })
      return entries.map(({ actor, subject, detail }) => `${actor} ${subject} ${detail}`)
    },
    /** The audited changes, as `actor subject detail`, sorted. */
    async written(): Promise<string[]> {
      const { entries } = await audit.list({ limit: 200, offset: 0 })
      const changes = entries.filter(({ kind }) => kind !== 'connection_tested')
      return changes.map(({ actor, subject, detail }) => `${actor} ${subject} ${detail}`).sort()
    },
  }
}

export type TestIndexers = ReturnType<typeof indexersOver>

/** The settings of one indexer, as shown. */
export async function shown(indexers: TestIndexers, name: string) {
  const found = (await indexers.list()).find((indexer) => indexer.name === name)
  if (!found) throw new Error(`There is no ${name}`)
  return found
}
