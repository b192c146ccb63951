import { z } from 'zod'
import { paramsSchema } from './issues'
import { inEnglish } from './words/english'
import type { CodeIn, ParamsArgument } from './words/keys'

type FileCauseCode = CodeIn<'fileCauses'>

/** Why the watched file was not applied, from which its English text is rendered. */
export const fileCauseSchema = z
  .object({
    code: z.string().meta({ description: 'Stable, for programs' }),
    params: paramsSchema.meta({ description: '`issue` is the code of what is wrong with a setting' }),
  })
  .meta({ id: 'FileCause' })
export type FileCause = z.infer<typeof fileCauseSchema>

/** A cause with the parameters of its text. */
export function fileCause<C extends FileCauseCode>(
  code: C,
  ...[params]: ParamsArgument<`fileCauses.${C}`>
): FileCause {
  return { code, params: params ?? {} }
}

/** A cause in English. */
export function fileText({ code, params }: FileCause): string {
  const issue = inEnglish('issues', String(params['issue']), params)
  const said = issue !== null && { issue: issue.replace(/\.$/, '') }
  return inEnglish('fileCauses', code, { ...params, ...said }) ?? code
}
