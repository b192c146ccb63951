import { z } from 'zod'
import { coded } from './words/coded'
import { inEnglish } from './words/english'
import { failureWords } from './words/in-words'

export const DELIVERY_CAUSE_CODES = [
  'other',
  'connection_failed',
  'timed_out',
  'not_public',
  'redirects',
  'answered',
  'answered_with',
  'nothing_sent',
  'sent_in_part',
  'sent_in_part_with',
] as const

/** Why a message did not arrive. */
export const {
  schema: deliveryCauseSchema,
  create: deliveryCause,
  text: deliveryText,
} = coded('deliveryCauses', {
  id: 'DeliveryCause',
  code: z.enum(DELIVERY_CAUSE_CODES),
  params: 'What the target said is the value `text`; `failure` is a connection error code',
  inWords: ({ failure, ...params }) =>
    typeof failure === 'string' ? { ...params, failure: failureWords(failure, inEnglish) } : params,
})
export type DeliveryCause = z.infer<typeof deliveryCauseSchema>

/** The fields of {@link withDeliveryText}. */
export const deliveryFailure = {
  error: z.string().nullable(),
  cause: deliveryCauseSchema
    .nullable()
    .meta({ description: 'Why it failed; `error` says the same in English' }),
}

/** A cause and its text for people; both null if there is no cause. */
export function withDeliveryText(cause: DeliveryCause | null) {
  return { error: cause && deliveryText(cause), cause }
}
