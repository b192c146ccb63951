import { z } from 'zod'
import { line, paging, timeSchema } from './common'
import { deliveryFailure } from './delivery-cause'
import { deliveryStateSchema, notificationEventSchema, notificationKindSchema } from './notifications'

/** One attempt to send a message; the target's response is truncated and contains no secrets. */
const deliveryAttemptSchema = z.object({
  at: timeSchema,
  duration_ms: z.number().int(),
  status: z.number().int().nullable().meta({ description: 'null: there was no answer' }),
  answer: z.string().nullable(),
  ...deliveryFailure,
})

export const deliverySchema = z
  .object({
    id: z.string(),
    target: z.object({ id: z.string(), name: z.string(), kind: notificationKindSchema }),
    event: notificationEventSchema,
    book: z.object({ asin: z.string(), title: z.string() }).meta({ description: 'Empty strings: unknown' }),
    people: z.string().meta({ description: 'The people it is about, separated by commas; empty: no one' }),
    state: deliveryStateSchema,
    attempts: z.number().int().meta({ description: 'Attempts since it was queued or resent' }),
    ...deliveryFailure,
    next_attempt_at: timeSchema.nullable(),
    created_at: timeSchema,
    updated_at: timeSchema,
    last_try: deliveryAttemptSchema.nullable(),
  })
  .meta({ id: 'Delivery' })
export type DeliveryDto = z.infer<typeof deliverySchema>

export const deliveryDetailsSchema = deliverySchema
  .extend({ tries: z.array(deliveryAttemptSchema).meta({ description: 'Newest first' }) })
  .meta({ id: 'DeliveryDetails' })
export type DeliveryDetailsDto = z.infer<typeof deliveryDetailsSchema>

export const deliveryListSchema = z
  .object({
    deliveries: z.array(deliverySchema),
    total: z.number().int().meta({ description: 'Number of deliveries, over all pages' }),
  })
  .meta({ id: 'DeliveryList' })
export type DeliveryListDto = z.infer<typeof deliveryListSchema>

export const listDeliveriesQuery = z.strictObject({
  target: line({ min: 1, max: 100 }).optional().meta({ description: 'Id of a target' }),
  state: deliveryStateSchema.optional(),
  event: notificationEventSchema.optional(),
  ...paging(200),
})
export type ListDeliveriesQuery = z.infer<typeof listDeliveriesQuery>

export const resentSchema = z
  .object({ resent: z.number().int().meta({ description: 'Number of messages being resent' }) })
  .meta({ id: 'Resent' })
export type ResentDto = z.infer<typeof resentSchema>
