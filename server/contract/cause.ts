import { z } from 'zod'
import { CAUSE_CODES } from './cause-codes'
import { coded } from './words/coded'
import { inEnglish } from './words/english'
import { causeInWords, type Cause } from './words/in-words'

export type { Cause } from './words/in-words'

const part = coded('causes', {
  id: 'CausePart',
  code: z.enum(CAUSE_CODES),
  params: 'What another service said is a value, such as `text`; `name` says whose part this is',
})
/** A cause with the parameters of its text, except those of nested causes. */
export const { create: causeOf } = part

/** Why something failed, from which its English text is rendered. */
export const causeSchema = part.schema
  .extend({
    causes: z
      .array(part.schema)
      .optional()
      .meta({ description: 'The causes it consists of, such as one per indexer' }),
  })
  .meta({ id: 'Cause' })

/** A cause in English. */
export function causeText(cause: Cause): string {
  return causeInWords(cause, inEnglish) ?? cause.code
}

/** A cause in English, or null if there is none. */
export const causeTextOrNull = (cause: Cause | null): string | null => cause && causeText(cause)
