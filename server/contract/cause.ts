import { z } from 'zod'
import { paramsSchema } from './issues'
import { CAUSE_CODES, type CauseCode } from './cause-codes'
import { inEnglish } from './words/english'
import { causeInWords, type Cause } from './words/in-words'
import type { NamesIn, Params, ParamsWithout } from './words/keys'

export type { Cause } from './words/in-words'

const causePartSchema = z
  .object({
    code: z.enum(CAUSE_CODES).meta({ description: 'Stable, for programs' }),
    params: paramsSchema.meta({
      description: 'What another service said is a value, such as `text`; `name` says whose part this is',
    }),
  })
  .meta({ id: 'CausePart' })
/** Why something failed, from which its English text is rendered. */
export const causeSchema = causePartSchema
  .extend({
    causes: z
      .array(causePartSchema)
      .optional()
      .meta({ description: 'The causes it consists of, such as one per indexer' }),
  })
  .meta({ id: 'Cause' })
/** The arguments of a cause after its code: all parameters of its text except nested causes. */
type CauseArguments<C extends CauseCode> = [Exclude<NamesIn<`causes.${C}`>, 'causes'>] extends [never]
  ? [params?: Params]
  : [params: ParamsWithout<`causes.${C}`, 'causes'>]

/** A cause with the parameters of its text. */
export function causeOf<C extends CauseCode>(code: C, ...[params]: CauseArguments<C>): Cause {
  return { code, params: params ?? {} }
}

/** A cause in English. */
export function causeText(cause: Cause): string {
  return causeInWords(cause, inEnglish) ?? cause.code
}

/** A cause in English, or null if there is none. */
export const causeTextOrNull = (cause: Cause | null): string | null => cause && causeText(cause)
