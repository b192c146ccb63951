import type { Config } from '#server/start/config'
import type { Ground } from '#server/domain/ground'
import { createSecretBox } from './drivers/secret-box'
import { createSettingsRepository } from './settings.repository'
import { createSettings } from './settings.service'
import { createSiteAddress } from './site-address.service'

/** What this feature is made of; the composition root calls it once. */
interface SettingsFeatureDependencies extends Pick<Ground, 'database' | 'clock' | 'log'> {
  config: Pick<Config, 'publicUrl'>
  /** Encrypts what is stored. */
  secretKey: string
  /** Where that is set, as administrators are told it. */
  secretKeySource: string
}

/** Builds everything about what is set, and what it is encrypted with. */
export function createSettingsFeature(dependencies: SettingsFeatureDependencies) {
  const { config, database, secretKey, secretKeySource, clock, log } = dependencies
  const repository = createSettingsRepository({ database })
  const secretBox = createSecretBox(secretKey)
  const settings = createSettings({
    repository,
    secretBox,
    secretKeySource,
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
