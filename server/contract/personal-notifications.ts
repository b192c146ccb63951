import { z } from 'zod'

/** What users may do with their own targets. */
export const personalNotificationsSchema = z
  .object({
    allowed: z.boolean().meta({ description: 'Whether users may have targets of their own' }),
    private_addresses: z.boolean().meta({ description: 'Whether these may be on the server’s own network' }),
  })
  .meta({ id: 'PersonalNotifications' })
export type PersonalNotificationsDto = z.infer<typeof personalNotificationsSchema>
export const patchPersonalNotificationsBody = z
  .strictObject({ allowed: z.boolean().optional(), private_addresses: z.boolean().optional() })
  .meta({ id: 'PatchPersonalNotifications' })
export type PatchPersonalNotificationsBody = z.infer<typeof patchPersonalNotificationsBody>
