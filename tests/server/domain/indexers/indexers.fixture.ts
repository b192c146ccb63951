import type { LiveEvent } from '#contract/system'
import type { Database } from '#server/db/database'
import { createIndexers } from '#server/domain/indexers/indexers'
import { createSecretBox } from '#server/domain/settings/drivers/secret-box'
import { createSettingsRepository } from '#server/domain/settings/settings.repository'
import { createSettings } from '#server/domain/settings/settings.service'
import { silentLog } from '../../../support/records'

const SECRET_KEY = 'a secret key for tests only'

/** The indexers of one instance of the server over a database; several may share it. */
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
  const indexers = createIndexers({
    database,
    settings,
    secretBox,
    secretKey: SECRET_KEY,
    fetch,
    announce: (event) => announced.push(event),
    clock,
    log: silentLog,
    version: 'test',
  })
  return { ...indexers, announced }
}

export type TestIndexers = ReturnType<typeof indexersOver>

/** What is set for one indexer, as it is shown. */
export async function shown(indexers: TestIndexers, name: string) {
  const found = (await indexers.list()).find((indexer) => indexer.name === name)
  if (!found) throw new Error(`There is no ${name}`)
  return found
}
