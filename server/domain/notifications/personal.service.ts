import type {
  PatchPersonalNotificationsBody,
  PersonalNotificationsDto,
} from '#contract/personal-notifications'
import type { Transaction } from '#server/db/database'
import { personalNotificationsOff } from './notifications.errors'
import type { Owner } from './notifications.types'

/** The settings that control personal notifications, provided by the settings feature. */
export interface PersonalSettings {
  get(key: 'personal_notifications' | 'personal_private_addresses', within?: Transaction): Promise<boolean>
  set(key: 'personal_notifications' | 'personal_private_addresses', value: boolean): Promise<void>
}

export type Personal = ReturnType<typeof createPersonal>

/** What users may do with their own targets. */
export function createPersonal({ settings, wake }: { settings: PersonalSettings; wake: () => void }) {
  async function read(): Promise<PersonalNotificationsDto> {
    const [allowed, privateAddresses] = await Promise.all([
      settings.get('personal_notifications'),
      settings.get('personal_private_addresses'),
    ])
    return { allowed, private_addresses: privateAddresses }
  }

  /** What an owner may do with their targets; the server may do everything. */
  const of = (owner: Owner): Promise<PersonalNotificationsDto> =>
    owner === null ? Promise.resolve({ allowed: true, private_addresses: true }) : read()

  return {
    read,
    of,

    /** Whether messages to users' targets are added to the outbox. */
    isAllowed: (within: Transaction): Promise<boolean> => settings.get('personal_notifications', within),

    /** @throws AppError `personal_notifications_off`. */
    async demand(owner: Owner): Promise<PersonalNotificationsDto> {
      const policy = await of(owner)
      if (!policy.allowed) {
        throw personalNotificationsOff()
      }
      return policy
    },

    async change(body: PatchPersonalNotificationsBody): Promise<PersonalNotificationsDto> {
      if (body.allowed !== undefined) await settings.set('personal_notifications', body.allowed)
      if (body.private_addresses !== undefined) {
        await settings.set('personal_private_addresses', body.private_addresses)
      }
      wake()
      return read()
    },
  }
}
