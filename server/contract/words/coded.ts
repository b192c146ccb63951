import { z } from 'zod'
import { paramsSchema } from '#contract/issues'
import { inEnglish } from './english'
import type { WordGroup } from './in-words'
import type { Coded, CodeIn, Params, ParamsArgument } from './keys'

/** The codes of a group, each with the arguments of its text. */
type ArgumentsIn<Group extends string> = {
  [Code in CodeIn<Group>]: ParamsArgument<`${Group}.${Code}`, Added<Group>> extends infer Given extends [
    Params?,
  ]
    ? Given
    : never
}

/** Parameters that others add: a cause names its parts. */
type Added<Group> = Group extends 'causes' ? 'causes' : never

/**
 * The schema of a group's codes with their parameters, what creates one, and its English text.
 * @param about.params describes the parameters.
 * @param about.inWords replaces parameters that are codes themselves by their texts.
 */
export function coded<Group extends string, Code extends z.ZodType<string>>(
  group: Group & WordGroup,
  about: { id: string; code: Code; params?: string; inWords?: (params: Params) => Params },
) {
  const { id, code, params: description, inWords = (params) => params } = about
  const schema = z
    .object({
      code: code.meta({ description: 'Stable, for programs' }),
      params: description === undefined ? paramsSchema : paramsSchema.meta({ description }),
    })
    .meta({ id })
  return {
    schema,
    create: <C extends CodeIn<Group>>(code: C, ...[params]: ArgumentsIn<Group>[C]): Coded<C> => ({
      code,
      params: params ?? {},
    }),
    text: ({ code, params }: Coded): string => inEnglish(group, code, inWords(params)) ?? code,
  }
}
