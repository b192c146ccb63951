import { z } from 'zod'
import { paramsSchema } from './issues'
import { DELIVERY_CAUSE_CODES, DELIVERY_WORDS, type DeliveryCauseCode } from './words/delivery-causes'
import { FAILURE_WORDS } from './words/failures'
import { fill, type ParamsArgument } from './words/fill'

/** Why a message did not arrive; the English words beside it are written from this. */
export const deliveryCauseSchema = z
  .object({
    code: z.enum(DELIVERY_CAUSE_CODES).meta({ description: 'Stable, for programs' }),
    params: paramsSchema.meta({
      description: 'What the target said is a value, `text`; `failure` is a code of the connection',
    }),
  })
  .meta({ id: 'DeliveryCause' })
export type DeliveryCause = z.infer<typeof deliveryCauseSchema>

/** A cause with the values that its words ask for. */
export function deliveryCause<C extends DeliveryCauseCode>(
  code: C,
  ...[params]: ParamsArgument<(typeof DELIVERY_WORDS)[C]>
): DeliveryCause {
  return { code, params: params ?? {} }
}

const FAILURES: Readonly<Record<string, string>> = FAILURE_WORDS

/** A cause in English. */
export function deliveryText({ code, params }: DeliveryCause): string {
  const { failure } = params
  const words = typeof failure === 'string' ? (FAILURES[failure] ?? FAILURE_WORDS.other) : ''
  return fill(DELIVERY_WORDS[code], { ...params, failure: fill(words, { code: String(failure) }) })
}

/** The same where nothing may have gone wrong: what answers show beside the cause, for people. */
export function withDeliveryText(cause: DeliveryCause | null) {
  return { error: cause && deliveryText(cause), cause }
}
