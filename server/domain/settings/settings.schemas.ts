import { z } from 'zod'
import { loginTypeSchema } from '#contract/common'

/**
 * Every stored setting with what it holds. Secrets never lie here unencrypted; a setting that has no row
 * has its default.
 */
export const settingSchemas = {
  login_type: loginTypeSchema,
  /** Characters that a new password needs at least. */
  min_password_length: z.number().int().min(1).max(1000),
  /** A known text under the secret key, to notice another key at start. */
  secret_canary: z.string(),
}

export type SettingKey = keyof typeof settingSchemas
export type SettingValue<K extends SettingKey> = z.output<(typeof settingSchemas)[K]>

/** What holds while nothing is stored; undefined where there is no such value. */
export const settingDefaults = {
  login_type: undefined,
  min_password_length: 8,
  secret_canary: undefined,
} satisfies { [K in SettingKey]: SettingValue<K> | undefined }
