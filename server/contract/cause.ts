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

/** Whether two causes say the same in every language. */
export function isSameCause(one: Cause | null, other: Cause | null): boolean {
  if (one === null || other === null) return one === other
  const params = Object.entries(one.params)
  const [parts = [], others = []] = [one.causes, other.causes]
  return (
    one.code === other.code &&
    params.length === Object.keys(other.params).length &&
    params.every(([name, value]) => other.params[name] === value) &&
    parts.length === others.length &&
    parts.every((part, at) => isSameCause(part, others[at] ?? null))
  )
}
