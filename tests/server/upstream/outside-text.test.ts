import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { boundedText } from '#server/upstream/bounded-text.rules'
import { optionalText, outsideText } from '#server/upstream/outside-text'
import { sourceFiles } from '#tests/support/imports'

it.each([
  ['x'.repeat(5000), 'x'.repeat(4096)],
  [`${'x'.repeat(4095)}🎧`, 'x'.repeat(4095)],
  ['a\u0000b', 'a b'],
  ['\ud800 and \udc00', '\ufffd and \ufffd'],
  ['🎧', '🎧'],
])(
  'A text from outside is cut, and has only characters that databases and addresses accept',
  (text, kept) => {
    expect(outsideText.parse(text)).toBe(kept)
    expect(() => encodeURIComponent(outsideText.parse(text))).not.toThrow()
  },
)

it('A text may have a shorter limit, and may be missing', () => {
  expect(boundedText('abc', 2)).toBe('ab')
  expect(z.array(optionalText).parse(['a', null, undefined, 7])).toEqual(['a', null, undefined, null])
})

/** A text of a schema without a limit: neither a pattern nor a maximum, nor the key of a record. */
const UNLIMITED =
  /z(?:\s*\.\s*coerce)?\s*\.\s*string\(\)(?!\s*\.(?:trim\(\)\s*\.)?(?:regex|max|min\(1\)\s*\.max))/g

it('Every text in an answer of another service has a maximum length: use outsideText', () => {
  const drivers = sourceFiles('server/domain').filter((file) => file.includes('/drivers/'))
  expect(drivers.length).toBeGreaterThan(50)
  const found = drivers.flatMap((file) => {
    const text = readFileSync(file, 'utf8')
      .replaceAll(/z\.record\(z\.string\(\)/g, '')
      .replaceAll(/outsideText\.pipe\(z\.string\(\)/g, '')
      .replaceAll(/z\s*\.string\(\)\s*\.transform\(\(written\) => boundedText\(/g, '')
    return [...text.matchAll(UNLIMITED)].map(({ index }) => `${file}: ${text.slice(index, index + 60)}`)
  })
  expect(found).toEqual([])
})
