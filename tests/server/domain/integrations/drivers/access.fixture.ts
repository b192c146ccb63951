import type { ConnectionOutcome } from '#server/domain/integrations/connections.types'
import type {
  NotingAccess,
  ConnectionDriver,
  ConnectionSettings,
} from '#server/domain/integrations/integrations.types'
import { missingSettings, valuesOf, type StoredSettings } from '#server/domain/integrations/settings.rules'

/** Keeps the settings of one driver in memory, as the service keeps them in the database. */
export function settingsOf(driver: ConnectionDriver, settings: StoredSettings, { enabled = true } = {}) {
  let stored = settings
  const values = (): ConnectionSettings => valuesOf(driver.entries, stored)
  const noted: ConnectionOutcome[] = []
  const access: NotingAccess = {
    settings: () =>
      Promise.resolve({
        values: values(),
        ready: enabled && missingSettings(driver.entries, values()).length === 0,
      }),
    renew({ setting, from, to }) {
      if (stored[setting] === from) stored = { ...stored, [setting]: to }
      return Promise.resolve()
    },
    note: (outcome) => Promise.resolve(void noted.push(outcome)),
  }
  return {
    access,
    /** The outcomes of the calls, in order. */
    noted,
    values,
    set(changes: StoredSettings): void {
      stored = { ...stored, ...changes }
    },
  }
}
