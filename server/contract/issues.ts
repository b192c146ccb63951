import { z } from 'zod'
import type { Coded, CodeIn, ParamsArgument } from './words/keys'

/** Every issue a field can have. */
export type IssueCode = CodeIn<'issues'>

/** What is wrong with a value, without its path. */
export type Fault = Coded<IssueCode>

/** A fault, with the parameters of its text. */
export function fault<C extends IssueCode>(code: C, ...[params]: ParamsArgument<`issues.${C}`>): Fault {
  return { code, params: params ?? {} }
}

/** The issue code of a contract check, used as zod's message. */
export function issueCode(code: IssueCode): IssueCode {
  return code
}

/** The parameters of a code, for programs and translations. */
export const paramsSchema = z.record(z.string(), z.union([z.string(), z.number()]))

/** What is wrong with one field. */
export const issueSchema = z
  .object({
    path: z.string().meta({ description: 'The field, such as `headers.X-Name`' }),
    code: z.string().meta({ description: 'Stable, for programs' }),
    params: paramsSchema.meta({ description: 'Values for the words of the code' }),
    message: z.string().meta({ description: 'The same in English' }),
  })
  .meta({ id: 'Issue' })
export type IssueDto = z.infer<typeof issueSchema>

/** The fault for a zod issue. For the contract's own checks, the message is the code. */
export function faultOf(issue: z.core.$ZodIssue): Fault {
  switch (issue.code) {
    case 'invalid_type':
      return (issue.input ?? undefined) === undefined ? fault('required') : typeFault(issue.expected)
    case 'too_small':
      return tooSmall(issue)
    case 'too_big':
      return tooBig(issue)
    case 'invalid_value':
      return fault('not_one_of', { options: issue.values.map(String).join(', ') })
    case 'unrecognized_keys':
      return fault('unknown_field')
    case 'invalid_key':
      return issue.issues[0] ? faultOf({ ...issue.issues[0], path: [] }) : fault('invalid')
    case 'custom':
      return isCode(issue.message) ? { code: issue.message, params: issue.params ?? {} } : fault('invalid')
    case 'invalid_format':
      return isCode(issue.message) ? { code: issue.message, params: {} } : fault('invalid')
    default:
      return fault('invalid')
  }
}

const TYPES = {
  string: 'not_text',
  number: 'not_a_number',
  int: 'not_a_whole_number',
  boolean: 'not_a_boolean',
  array: 'not_a_list',
  object: 'not_an_object',
  record: 'not_an_object',
} as const satisfies Record<string, IssueCode>

function typeFault(expected: string): Fault {
  const known = Object.entries(TYPES).find(([type]) => type === expected)
  return known ? { code: known[1], params: {} } : fault('wrong_type', { expected })
}

function tooSmall({ origin, minimum, inclusive }: z.core.$ZodIssueTooSmall): Fault {
  const least = Number(minimum)
  if (countsCharacters(origin)) return least <= 1 ? fault('required') : fault('too_short', { minimum: least })
  if (countsEntries(origin)) return least <= 1 ? fault('required') : fault('too_few', { minimum: least })
  return inclusive === false ? fault('not_above', { limit: least }) : fault('too_small', { minimum: least })
}

function tooBig({ origin, maximum, inclusive }: z.core.$ZodIssueTooBig): Fault {
  const most = Number(maximum)
  if (countsCharacters(origin)) return fault('too_long', { maximum: most })
  if (countsEntries(origin)) return fault('too_many', { maximum: most })
  return inclusive === false ? fault('not_below', { limit: most }) : fault('too_large', { maximum: most })
}

const countsCharacters = (origin: string) => origin === 'string'
const countsEntries = (origin: string) => origin === 'array' || origin === 'set'

/** Whether a message is a code: those of the contract's own checks are; those of zod are sentences. */
function isCode(message: string): message is IssueCode {
  return /^[a-z_]+$/.test(message)
}
