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
  /** The connection's name in messages. */
  subject: string
  /** The stored state. */
  before: IntegrationState
  /** The state to test. */
  tried: IntegrationState
  renew: Renew
  by: Actor
}

/** Whether the state to test equals the stored one, apart from being enabled. */
export function isAsStored({ before, tried }: Pick<DriverTest, 'before' | 'tried'>): boolean {
  return changedNames(before, { ...tried, enabled: before.enabled }).length === 0
}

/** Tests a connection, possibly with unsaved settings; a test of unsaved settings is recorded. */
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
  // A session renewed at another address must not replace the stored one.
  const isSamePlace = place === homeOf(addressOf(driver, before.settings))
  return driver.test(values, isSamePlace ? test.renew : () => Promise.resolve())
}
