import type { Config } from '#server/start/config'
import type { Ground } from '#server/domain/ground'
import { createSecretBox } from './drivers/secret-box'
import { secretKeyPath } from './drivers/secret-key-file'
import { createSettingsRepository } from './settings.repository'
import { createSettings } from './settings.service'
import { createSiteAddress } from './site-address.service'

/** What this feature is made of; the composition root calls it once. */
interface SettingsFeatureDependencies extends Pick<Ground, 'database' | 'clock' | 'log'> {
  config: Pick<Config, 'secretKey' | 'configDir' | 'publicUrl'>
  /** Encrypts what is stored. */
  secretKey: string
}

/** Builds everything about what is set, and what it is encrypted with. */
export function createSettingsFeature(dependencies: SettingsFeatureDependencies) {
  const { config, database, secretKey, clock, log } = dependencies
  const repository = createSettingsRepository({ database })
  const secretBox = createSecretBox(secretKey)
  const settings = createSettings({
    repository,
    secretBox,
    secretKeySource: config.secretKey ? 'SVC_APP__SECRET_KEY' : `the file ${secretKeyPath(config.configDir)}`,
    clock,
  })
  const siteAddress = createSiteAddress({
    settings,
    transaction: (work) => database.write(work),
    publicUrl: config.publicUrl,
    log,
  })
  return { settingsRepository: repository, secretBox, settings, siteAddress }
}
