import { causeOf, causeTextOrNull, isSameCause, type Cause } from '#contract/cause'
import type { ConnectionStatusDto } from '#contract/connection-status'
import { testAnswer, type ConnectionTestDto } from '#contract/connection-test'
import type { Params } from '#contract/words/keys'
import { redact } from '#server/upstream/redaction.rules'
import type { ConnectionOutcome, ConnectionStatus } from './connections.types'
import type { ConnectionDriver } from './integrations.types'
import { changedNames, type ConnectionState } from './settings.rules'

/** Milliseconds between writes of an unchanged outcome, because services are polled every few seconds. */
const WRITE_EVERY = 60_000

/** The status of a connection that has not been called. */
export const NEVER_CALLED: ConnectionStatus = {
  reachable: null,
  statusSince: null,
  lastOkAt: null,
  lastFailureAt: null,
  cause: null,
}

/**
 * The status after a call, and whether to notify open pages.
 * @returns null if the stored status is the same and recent.
 */
export function statusAfter(
  before: ConnectionStatus,
  outcome: ConnectionOutcome,
  now: Date,
): { status: ConnectionStatus; hasChanged: boolean } | null {
  const reachable = 'ok' in outcome
  const last = reachable ? before.lastOkAt : before.lastFailureAt
  const cause = reachable ? before.cause : outcome.cause
  const turned = before.reachable !== reachable
  const hasChanged = turned || !isSameCause(before.cause, cause)
  if (!hasChanged && last !== null && Math.abs(now.getTime() - last.getTime()) < WRITE_EVERY) return null
  const status = {
    reachable,
    statusSince: turned ? now : before.statusSince,
    lastOkAt: reachable ? now : before.lastOkAt,
    lastFailureAt: reachable ? before.lastFailureAt : now,
    cause,
  }
  return { status, hasChanged }
}

/** Whether the stored status no longer applies: the connection was changed or disabled. */
export function startsOver(before: ConnectionState, after: ConnectionState): boolean {
  const wasTurnedOff = before.enabled && !after.enabled
  return wasTurnedOff || changedNames(before, { ...after, enabled: before.enabled }).length > 0
}

/** The outcome of a test with the stored settings, or null if nothing was called. */
export function outcomeOfTest(
  { name, address }: Pick<ConnectionDriver, 'name' | 'address'>,
  { code, cause }: ConnectionTestDto,
): ConnectionOutcome | null {
  if (code === 'incomplete') return null
  if (cause) return { cause }
  if (code !== 'not_the_api') return { ok: true }
  return { cause: causeOf('not_the_service', { service: name, setting: address }) }
}

/** The parameters of a text without any secrets that the service may have echoed. */
function paramsWithout(params: Params, secrets: readonly string[]): Params {
  const shown = ([name, value]: [string, Params[string]]) =>
    [name, typeof value === 'string' ? redact(value, secrets) : value] as const
  return Object.fromEntries(Object.entries(params).map(shown))
}

/** Removes from a cause any secrets that the service may have echoed. */
export function withoutSecrets(cause: Cause, secrets: readonly string[]): Cause {
  const parts = cause.causes?.map((part) => withoutSecrets(part, secrets))
  return { ...cause, params: paramsWithout(cause.params, secrets), ...(parts && { causes: parts }) }
}

/** The same for the result of a test that reached the service. */
export function testWithoutSecrets(result: ConnectionTestDto, secrets: readonly string[]): ConnectionTestDto {
  if (result.cause) return result
  const found = result.findings.map((one) => ({ ...one, params: paramsWithout(one.params, secrets) }))
  return testAnswer(result.code, result.version && redact(result.version, secrets), ...found)
}

/** The status as administrators see it. */
export function presentStatus(status: ConnectionStatus): ConnectionStatusDto {
  const { reachable, statusSince, lastOkAt, lastFailureAt, cause } = status
  if (reachable === null || statusSince === null) return null
  return {
    reachable,
    since: statusSince.toISOString(),
    last_ok_at: lastOkAt?.toISOString() ?? null,
    last_failure_at: lastFailureAt?.toISOString() ?? null,
    error: causeTextOrNull(cause),
    cause,
  }
}
