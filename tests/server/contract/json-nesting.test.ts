import { describe, expect, it } from 'vitest'
import { findDeepNesting, MAX_NESTING } from '#contract/json-nesting'
import { NestedTooDeeply, parseJson } from '#server/upstream/parse-json'

const nested = (levels: number, open = '[', close = ']') => open.repeat(levels) + close.repeat(levels)

describe('text nested too deeply', () => {
  it.each([
    nested(MAX_NESTING),
    `[${nested(MAX_NESTING - 1)},${nested(MAX_NESTING - 1)}]`,
    JSON.stringify({ text: nested(500), escaped: '"[[' + '['.repeat(100) }),
    '"'.padEnd(200, '['),
    '',
  ])('does not include brackets inside strings', (text) => {
    expect(findDeepNesting(text)).toBe(-1)
  })

  it.each([
    nested(MAX_NESTING + 1),
    '['.repeat(1_000_000),
    `{"a":${nested(MAX_NESTING)}}`,
    '{"a":'.repeat(70),
  ])('is found at the first bracket too many', (text) => {
    const at = findDeepNesting(text)
    expect(text[at]).toMatch(/[[{]/)
    expect(text.slice(0, at).match(/[[{]/g)).toHaveLength(MAX_NESTING)
  })

  it('is refused before it is parsed', () => {
    expect(parseJson('{"a":[1,{"b":null}]}')).toEqual({ a: [1, { b: null }] })
    expect(() => parseJson(nested(100_000))).toThrow(NestedTooDeeply)
    expect(() => parseJson('{')).toThrow(SyntaxError)
  })
})
