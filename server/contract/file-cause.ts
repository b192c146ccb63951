import { z } from 'zod'
import { ISSUE_WORDS } from './issue-words'
import { paramsSchema } from './issues'
import { FILE_CAUSE_WORDS } from './words/file-causes'
import { fill, type ParamsArgument } from './words/fill'

type FileCauseCode = keyof typeof FILE_CAUSE_WORDS

/** Why the watched file was not applied; the English words beside it are written from this. */
export const fileCauseSchema = z
  .object({
    code: z.string().meta({ description: 'Stable, for programs' }),
    params: paramsSchema.meta({ description: '`issue` is the code of what is wrong with a setting' }),
  })
  .meta({ id: 'FileCause' })
export type FileCause = z.infer<typeof fileCauseSchema>

/** A cause with the values that its words ask for. */
export function fileCause<C extends FileCauseCode>(
  code: C,
  ...[params]: ParamsArgument<(typeof FILE_CAUSE_WORDS)[C]>
): FileCause {
  return { code, params: params ?? {} }
}

const WORDS: Readonly<Record<string, string>> = FILE_CAUSE_WORDS
const ISSUES: Readonly<Record<string, string>> = ISSUE_WORDS

/** A cause in English. */
export function fileText({ code, params }: FileCause): string {
  const issue = ISSUES[String(params['issue'])]
  const said = issue !== undefined && { issue: fill(issue, params).replace(/\.$/, '') }
  return fill(WORDS[code] ?? code, { ...params, ...said })
}
