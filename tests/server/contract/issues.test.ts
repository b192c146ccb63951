import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { textOf } from '#contract/issue-words'
import { fault, faultOf, issueCode, type Fault } from '#contract/issues'

function faultFor(schema: z.ZodType, input: unknown): Fault | undefined {
  const [issue] = schema.safeParse(input, { reportInput: true }).error?.issues ?? []
  return issue && faultOf(issue)
}

describe('The issue with an input', () => {
  it.each<[string, z.ZodType, unknown, Fault]>([
    ['missing', z.string(), undefined, fault('required')],
    ['null', z.string(), null, fault('required')],
    ['of another kind', z.string(), 5, fault('not_text')],
    ['not a number', z.number(), 'five', fault('not_a_number')],
    ['not whole', z.int(), 1.5, fault('not_a_whole_number')],
    ['neither true nor false', z.boolean(), 1, fault('not_a_boolean')],
    ['no list', z.array(z.string()), {}, fault('not_a_list')],
    ['no object', z.strictObject({}), [], fault('not_an_object')],
    ['of a rare kind', z.date(), 'today', fault('wrong_type', { expected: 'date' })],
    ['empty text', z.string().min(1), '', fault('required')],
    ['an empty list', z.array(z.string()).min(1), [], fault('required')],
    ['too short', z.string().min(3), 'ab', fault('too_short', { minimum: 3 })],
    ['too long', z.string().max(200), 'a'.repeat(201), fault('too_long', { maximum: 200 })],
    ['too few', z.array(z.string()).min(2), ['a'], fault('too_few', { minimum: 2 })],
    ['too many', z.array(z.string()).max(1), ['a', 'b'], fault('too_many', { maximum: 1 })],
    ['too little', z.number().min(1), 0, fault('too_small', { minimum: 1 })],
    ['too much', z.number().max(50), 51, fault('too_large', { maximum: 50 })],
    ['not above', z.number().gt(50), 50, fault('not_above', { limit: 50 })],
    ['not below', z.number().lt(50), 50, fault('not_below', { limit: 50 })],
    ['none of several', z.enum(['us', 'de']), 'xx', fault('not_one_of', { options: 'us, de' })],
    ['nothing of several forms', z.union([z.string(), z.null()]), 5, fault('invalid')],
    ['unknown', z.strictObject({}), { a: 1 }, fault('unknown_field')],
    ['what the contract says', z.string().regex(/^a$/, issueCode('not_an_asin')), 'b', fault('not_an_asin')],
    ['a sentence of zod', z.string().regex(/^a$/), 'b', fault('invalid')],
    [
      'a name that the contract refuses',
      z.record(z.string().regex(/^a$/, issueCode('not_a_header_name')), z.string()),
      { b: '' },
      fault('not_a_header_name'),
    ],
    [
      'what the contract says, with values',
      z
        .array(z.string())
        .refine(() => false, { message: issueCode('too_many_headers'), params: { maximum: 50 } }),
      [],
      fault('too_many_headers', { maximum: 50 }),
    ],
  ])('has a code and values: %s', (_, schema, input, found) => {
    expect(faultFor(schema, input)).toEqual(found)
  })

  it('is put into words, with all values', () => {
    expect(textOf(fault('too_short', { minimum: 12 }))).toBe('At least 12 characters')
    expect(textOf(fault('too_many', { maximum: 1 }))).toBe('At most one entry')
    expect(textOf(fault('too_many', { maximum: 2 }))).toBe('At most 2 entries')
  })
})
