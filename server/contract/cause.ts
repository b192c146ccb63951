import { z } from 'zod'
import { paramsSchema } from './issues'
import { CAUSE_CODES, type CauseCode } from './cause-codes'
import { CAUSE_WORDS } from './words/causes'
import { FAILURE_WORDS, FOUND_WORDS } from './words/failures'
import { fill, type NamesIn, type Params } from './words/fill'
import { causeInWords, type Cause, type WordsOf } from './words/in-words'

export type { Cause } from './words/in-words'

const causePartSchema = z
  .object({
    code: z.enum(CAUSE_CODES).meta({ description: 'Stable, for programs' }),
    params: paramsSchema.meta({
      description: 'What another service said is a value, such as `text`; `name` is whose part of it this is',
    }),
  })
  .meta({ id: 'CausePart' })
/** Why something came to nothing; the English words beside it are written from this. */
export const causeSchema = causePartSchema
  .extend({
    causes: z
      .array(causePartSchema)
      .optional()
      .meta({ description: 'What it is made up of, such as one per indexer' }),
  })
  .meta({ id: 'Cause' })
/** What a cause is made with after its code: all values its words ask for but the parts that it is made up of. */
type CauseArguments<C extends CauseCode> = [Exclude<NamesIn<(typeof CAUSE_WORDS)[C]>, 'causes'>] extends [
  never,
]
  ? [params?: Params]
  : [params: Params & Record<Exclude<NamesIn<(typeof CAUSE_WORDS)[C]>, 'causes'>, string | number>]

/** A cause with the values that its words ask for. */
export function causeOf<C extends CauseCode>(code: C, ...[params]: CauseArguments<C>): Cause {
  return { code, params: params ?? {} }
}

const ENGLISH: Record<string, Readonly<Record<string, string>>> = {
  causes: CAUSE_WORDS,
  failures: FAILURE_WORDS,
  found: FOUND_WORDS,
}

/** A cause in English. */
export function causeText(cause: Cause): string {
  const inEnglish: WordsOf = (group, code, params) => {
    const words = ENGLISH[group]?.[code]
    return words === undefined ? null : fill(words, params)
  }
  return causeInWords(cause, inEnglish) ?? cause.code
}

/** The same where nothing may have gone wrong. */
export const causeTextOrNull = (cause: Cause | null): string | null => cause && causeText(cause)
