import { z } from 'zod'
import { causeSchema } from './cause'
import { timeSchema } from './common'

/** The health of a connection to another service. */
export const connectionStatusSchema = z
  .object({
    reachable: z.boolean(),
    since: timeSchema.meta({ description: 'When this state began' }),
    last_ok_at: timeSchema.nullable(),
    last_failure_at: timeSchema.nullable(),
    error: z.string().nullable().meta({ description: 'Why it last failed; `cause` says the same as a code' }),
    cause: causeSchema.nullable(),
  })
  .nullable()
  .meta({ description: 'null: it has not been contacted with these settings' })
export type ConnectionStatusDto = z.infer<typeof connectionStatusSchema>
