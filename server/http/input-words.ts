import type { z } from 'zod'

const KINDS: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
}

type Bound = z.core.$ZodIssueTooBig | z.core.$ZodIssueTooSmall

/**
 * What is wrong with an input, to stand behind the name of its field; where the contract has no words of its own.
 * @returns undefined to leave it to zod.
 */
export const inputWords: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'is needed'
      return `must be ${KINDS[issue.expected] ?? issue.expected}`
    case 'too_small':
      if (Number(issue.minimum) === 1 && unitOf(issue.origin, 1) !== '') return 'must not be empty'
      return `must ${bound(issue.origin, 'at least', 'more than', issue.inclusive, Number(issue.minimum))}`
    case 'too_big':
      return `must ${bound(issue.origin, 'at most', 'less than', issue.inclusive, Number(issue.maximum))}`
    case 'invalid_value':
      return `must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.map(String).join(', ')}`
    case 'invalid_union':
      return 'has none of the forms that are accepted'
    default:
      return undefined
  }
}

function bound(
  origin: Bound['origin'],
  inclusive: string,
  exclusive: string,
  isInclusive: boolean | undefined,
  limit: number,
): string {
  const unit = unitOf(origin, limit)
  return `${unit === '' ? 'be' : 'have'} ${isInclusive === false ? exclusive : inclusive} ${limit}${unit}`
}

/** What a limit counts; empty where it is about the number itself. */
function unitOf(origin: Bound['origin'], limit: number): string {
  if (origin === 'string') return limit === 1 ? ' character' : ' characters'
  if (origin === 'array' || origin === 'set') return limit === 1 ? ' entry' : ' entries'
  return ''
}
