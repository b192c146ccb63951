import type { Config } from '#server/platform/config'
import type { Database } from '#server/db/database'
import type { FeatureContext } from '#server/domain/feature-context'
import { createSecretBox } from './drivers/secret-box'
import { createInstallation } from './installation.service'
import { createSettingsRepository } from './settings.repository'
import { createSettings } from './settings.service'
import { createSiteAddress } from './site-address.service'

/** What this feature depends on; the composition root builds it once. */
interface SettingsFeatureDependencies extends Pick<FeatureContext, 'database' | 'clock' | 'log'> {
  config: Pick<Config, 'publicUrl'>
  /** Encrypts stored secrets. */
  secretKey: string
  /** Where the key is set, for messages to administrators. */
  secretKeySource: string
}

/** Whether a database has secrets, which only its key can decrypt: every start but the first finds some. */
export async function hasSecrets(database: Database): Promise<boolean> {
  return (await createSettingsRepository({ database }).find('secret_canary')) !== undefined
}

/** Builds the settings and their encryption. */
export function createSettingsFeature(dependencies: SettingsFeatureDependencies) {
  const { config, database, secretKey, log } = dependencies
  const secretBox = createSecretBox(secretKey)
  const repository = createSettingsRepository({ database })
  const settings = createSettings({ ...dependencies, repository, secretBox })
  const { publicUrl } = config
  const siteAddress = createSiteAddress({ settings, transaction: database.write, publicUrl, log })
  return { secretBox, settings, siteAddress, installation: createInstallation({ settings }) }
}
