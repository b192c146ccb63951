import { z } from 'zod'
import { causeSchema } from './cause'
import { timeSchema } from './common'

/** The health of a connection to another service. */
export const connectionStatusSchema = z
  .object({
    reachable: z.boolean(),
    since: timeSchema.meta({ description: 'Since when it has been so' }),
    last_ok_at: timeSchema.nullable(),
    last_failure_at: timeSchema.nullable(),
    error: z
      .string()
      .nullable()
      .meta({ description: 'Why it failed the last time; `cause` says the same as a code' }),
    cause: causeSchema.nullable(),
  })
  .nullable()
  .meta({ description: 'null: it was not asked anything with these settings' })
export type ConnectionStatusDto = z.infer<typeof connectionStatusSchema>
