import {
  found,
  testAnswer,
  withFindings,
  type ConnectionTestDto,
  type TestFinding,
} from '#contract/connection-test'
import { auditNote } from '#contract/audit-note'
import type { Actor } from '#server/domain/auth/auth.types'
import { originOf } from '#server/upstream/secret-home.rules'
import { outcomeOfTest } from './connection-status.rules'
import type { StoredState } from './connections.types'
import type { ConnectionDriver, ConnectionSettings } from './integrations.types'
import {
  addressOf,
  changedNames,
  missingSettings,
  valuesForOrigin,
  type ConnectionState,
} from './settings.rules'
import { accessOf, type States } from './state.service'

interface DriverTest {
  driver: ConnectionDriver
  /** Null if the connection is not stored yet. */
  id: string | null
  /** The connection's name in messages. */
  subject: string
  /** The stored state. */
  before: ConnectionState
  /** The state to test. */
  tested: ConnectionState
  by: Actor
  /** What else to say about values that work. */
  remarks: (values: ConnectionSettings) => Promise<TestFinding[]>
}

/**
 * Tests a connection, possibly with unsaved settings, which is recorded. A test of the stored settings updates the
 * status.
 */
export async function testDriver<S extends StoredState>(
  context: States<S>,
  test: DriverTest,
): Promise<ConnectionTestDto> {
  const { driver, id, before, tested } = test
  const values = valuesForOrigin(driver, tested)
  const missing = missingSettings(driver.entries, values)
  if (missing.length > 0) {
    return testAnswer('incomplete', null, found('settings_missing', { settings: missing.join(', ') }))
  }
  const place = originOf(addressOf(driver, tested.settings))
  const isStored = changedNames(before, { ...tested, enabled: before.enabled }).length === 0
  if (!isStored) await recordTest(context, test, place)
  const access = id === null ? null : accessOf(context, driver, id)
  // A session renewed at another address must not replace the stored one.
  const isSamePlace = place === originOf(addressOf(driver, before.settings))
  const renew = isSamePlace ? access?.renew : undefined
  const remarks = test.remarks(values)
  // Only those on a working connection are of interest.
  remarks.catch(() => undefined)
  const plain = await driver.test(values, renew ?? (() => Promise.resolve()))
  const result = plain.code === 'ok' ? withFindings(plain, await remarks) : plain
  const outcome = outcomeOfTest(driver, result)
  if (outcome && isStored) await access?.note(outcome)
  return result
}

/** @param place the origin of the tested address; null if it has none. */
async function recordTest(
  { audit }: Pick<States<StoredState>, 'audit'>,
  { subject, by }: DriverTest,
  place: string | null,
): Promise<void> {
  const { user, address } = by
  const where = place === null ? {} : { note: auditNote('address', { address: place }) }
  await audit.record({ kind: 'connection_tested', actor: user.username, subject, ...where, address })
}
