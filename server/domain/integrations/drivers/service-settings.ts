import { causeOf } from '#contract/cause'
import { fault, type Fault } from '#contract/issues'
import { connectionNotReady } from '#server/domain/integrations/connection.errors'
import type {
  DriverAccess,
  ConnectionSettings,
  SettingEntry,
} from '#server/domain/integrations/integrations.types'

/** An optional text, on which drivers base their entries. */
export const TEXT = { default: null, required: false, type: 'str', secret: false } as const satisfies Omit<
  SettingEntry,
  'name'
>

/** A setting as text; empty if it is not set. */
export const textOf = (values: ConnectionSettings) => (name: string) => String(values[name] ?? '')

/** What is wrong with a key that is sent in a header, which allows nothing else, or null. */
export function keyIssue(value: string | number | boolean): Fault | null {
  return /^[\x21-\x7e]+$/.test(String(value)) ? null : fault('not_a_key')
}

/**
 * The settings of a client or library.
 * @throws AppError `connection_not_ready` if it is disabled or incomplete.
 */
export async function readySettings(service: string, access: DriverAccess): Promise<ConnectionSettings> {
  const { values, ready } = await access.settings()
  if (!ready) throw connectionNotReady(causeOf('not_set_up', { service }))
  return values
}
