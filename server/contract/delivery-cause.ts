import { z } from 'zod'
import { paramsSchema } from './issues'
import { inEnglish } from './words/english'
import { failureWords } from './words/in-words'
import type { ParamsArgument } from './words/keys'

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
type DeliveryCauseCode = (typeof DELIVERY_CAUSE_CODES)[number]

/** Why a message did not arrive, from which its English text is rendered. */
export const deliveryCauseSchema = z
  .object({
    code: z.enum(DELIVERY_CAUSE_CODES).meta({ description: 'Stable, for programs' }),
    params: paramsSchema.meta({
      description: 'What the target said is the value `text`; `failure` is a connection error code',
    }),
  })
  .meta({ id: 'DeliveryCause' })
export type DeliveryCause = z.infer<typeof deliveryCauseSchema>

/** A cause with the parameters of its text. */
export function deliveryCause<C extends DeliveryCauseCode>(
  code: C,
  ...[params]: ParamsArgument<`deliveryCauses.${C}`>
): DeliveryCause {
  return { code, params: params ?? {} }
}

/** A cause in English. */
export function deliveryText({ code, params }: DeliveryCause): string {
  const { failure } = params
  const said = typeof failure === 'string' && { failure: failureWords(failure, inEnglish) }
  return inEnglish('deliveryCauses', code, { ...params, ...said }) ?? code
}

/** A cause and its text for people; both null if there is no cause. */
export function withDeliveryText(cause: DeliveryCause | null) {
  return { error: cause && deliveryText(cause), cause }
}
