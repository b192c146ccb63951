import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { inputWords } from '#server/http/input-words'

const wordsFor = (schema: z.ZodType, input: unknown) =>
  schema.safeParse(input, { error: inputWords }).error?.issues[0]?.message

describe('What is wrong with an input', () => {
  it.each<[string, z.ZodType, unknown, string]>([
    ['missing', z.string(), undefined, 'is needed'],
    ['of another kind', z.string(), 5, 'must be text'],
    ['not a number', z.number(), 'five', 'must be a number'],
    ['not whole', z.int(), 1.5, 'must be a whole number'],
    ['no list', z.array(z.string()), {}, 'must be a list'],
    ['no object', z.strictObject({}), null, 'must be an object'],
    ['empty text', z.string().min(1), '', 'must not be empty'],
    ['an empty list', z.array(z.string()).min(1), [], 'must not be empty'],
    ['too short', z.string().min(3), 'ab', 'must have at least 3 characters'],
    ['too long', z.string().max(200), 'a'.repeat(201), 'must have at most 200 characters'],
    ['too many', z.array(z.string()).max(1), ['a', 'b'], 'must have at most 1 entry'],
    ['too little', z.number().min(1), 0, 'must be at least 1'],
    ['too much', z.number().max(50), 51, 'must be at most 50'],
    ['not below', z.number().lt(50), 50, 'must be less than 50'],
    ['none of several', z.enum(['us', 'de']), 'xx', 'must be one of us, de'],
    ['not the one', z.literal('us'), 'xx', 'must be us'],
    [
      'nothing of several forms',
      z.union([z.string(), z.null()]),
      5,
      'has none of the forms that are accepted',
    ],
    ['in the contract’s own words', z.string().regex(/^a$/, 'must be an a'), 'b', 'must be an a'],
  ])('is said in words: %s', (_, schema, input, words) => {
    expect(wordsFor(schema, input)).toBe(words)
  })
})
