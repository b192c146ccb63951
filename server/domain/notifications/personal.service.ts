import type {
  PatchPersonalNotificationsBody,
  PersonalNotificationsDto,
} from '#contract/personal-notifications'
import type { Database, Transaction } from '#server/db/database'
import type { Actor } from '#server/domain/auth/auth.types'
import { personalNotificationsOff } from './notifications.errors'
import type { Owner } from './notifications.types'

/** The settings that control personal notifications, provided by the settings feature. */
export interface PersonalSettings {
  get(key: 'personal_notifications' | 'personal_private_addresses', within?: Transaction): Promise<boolean>
  put(
    key: 'personal_notifications' | 'personal_private_addresses',
    value: boolean,
    within: Transaction,
  ): Promise<void>
}

export type Personal = ReturnType<typeof createPersonal>

interface PersonalDependencies {
  settings: PersonalSettings
  transaction: Database['write']
  wake: () => void
}

/** What users may do with their own targets. */
export function createPersonal({ settings, transaction, wake }: PersonalDependencies) {
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

    /** Changes any subset of the settings. */
    async change(
      { allowed, private_addresses: privateAddresses }: PatchPersonalNotificationsBody,
      by?: Pick<Actor, 'stillEntitled'>,
    ): Promise<PersonalNotificationsDto> {
      await transaction(async (within) => {
        await by?.stillEntitled(within)
        if (allowed !== undefined) await settings.put('personal_notifications', allowed, within)
        if (privateAddresses !== undefined) {
          await settings.put('personal_private_addresses', privateAddresses, within)
        }
      })
      wake()
      return read()
    },
  }
}
