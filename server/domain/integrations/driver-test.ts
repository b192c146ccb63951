import { found, testAnswer, type IndexerTestDto } from '#contract/connection-test'
import { auditNote } from '#contract/audit-note'
import type { Audit } from '#server/domain/audit/audit.service'
import type { Actor } from '#server/domain/auth/auth.types'
import { homeOf } from '#server/upstream/secret-home.rules'
import type { IntegrationDriver, Renew } from './integrations.types'
import {
  addressOf,
  changedNames,
  missingSettings,
  valuesAtHome,
  type IntegrationState,
} from './settings.rules'

export interface DriverTest {
  driver: IntegrationDriver
  /** What people call the connection. */
  subject: string
  /** What is stored. */
  before: IntegrationState
  /** What is tried. */
  tried: IntegrationState
  renew: Renew
  by: Actor
}

/** Whether what is tried is what is stored, on or off. */
export function isAsStored({ before, tried }: Pick<DriverTest, 'before' | 'tried'>): boolean {
  return changedNames(before, { ...tried, enabled: before.enabled }).length === 0
}

/** Tries a connection with settings that need not be stored; where they are not, that they were tried is. */
export async function testDriver(audit: Pick<Audit, 'record'>, test: DriverTest): Promise<IndexerTestDto> {
  const { driver, subject, before, tried, by } = test
  const values = valuesAtHome(driver, tried)
  const missing = missingSettings(driver.entries, values)
  if (missing.length > 0) {
    return testAnswer('incomplete', null, found('settings_missing', { settings: missing.join(', ') }))
  }
  const place = homeOf(addressOf(driver, tried.settings))
  if (!isAsStored(test)) {
    const { user, address } = by
    const where = place === null ? {} : { note: auditNote('address', { address: place }) }
    await audit.record({ kind: 'connection_tested', actor: user.username, subject, ...where, address })
  }
  // What another place sends in return is not for the stored session.
  const isSamePlace = place === homeOf(addressOf(driver, before.settings))
  return driver.test(values, isSamePlace ? test.renew : () => Promise.resolve())
}
