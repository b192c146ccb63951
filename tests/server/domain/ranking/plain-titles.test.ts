import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { isAscii } from '#server/domain/ranking/fold.rules'
import { wordsOf } from '#server/domain/ranking/normalise.rules'
import { HAS, signsIn } from '#server/domain/ranking/signs.rules'

const titled = z.object({ title: z.string() })
const TITLES = readFileSync('tests/fixtures/releases/corpus.jsonl', 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => titled.parse(JSON.parse(line)).title)

/** Texts that no real title contains: numbers, apostrophes and brackets in every order. */
const ODD = [
  '1,000 Years 2.5',
  '12,34,567 1,000,0 1234,567',
  "Ender's Game' 'tis rock`n`roll it's2",
  '3.5x 1.2.3 a1.5 100.5)',
  'a&b #1 &amp; ##',
  '[a(b)c]d{e<f>g',
  'One--Two - Three-Four _ Five:Six: Seven;8',
  '',
  ' .-_',
]

describe('A plain ASCII title', () => {
  it('is split into the same words as any other', () => {
    for (const title of [...TITLES, ...ODD].filter(isAscii)) {
      const said = (isPlain: boolean) =>
        wordsOf(title, isPlain).map(({ key, raw, gap, bracket, entry: { value } }) => ({
          key,
          raw,
          gap,
          bracket,
          value,
        }))
      expect(said(true), title).toEqual(said(false))
    }
  })
})

describe('The signs in a title', () => {
  const PATTERNS: readonly (readonly [keyof typeof HAS, RegExp])[] = [
    ['digit', /\d/],
    ['opening', /[([{]/],
    ['clock', /[:;.]/],
    ['repairable', /[&*#@!_]|--/],
    ['posting', /[/"“.]|yEnc|yenc|YENC/],
    ['kilo', /\d\s?k/i],
    ['mega', /\d\s?[mg]i?b\b/i],
    ['hours', /\d\s?(?:std|stunden|h|hr|hrs|hour|hours)/i],
  ]

  it.each(PATTERNS)('indicate where %s may be found', (name, pattern) => {
    for (const title of [...TITLES, ...ODD]) {
      if (pattern.test(title)) expect(signsIn(title) & HAS[name], title).not.toBe(0)
    }
  })

  it('are few in a plain title', () => {
    expect(signsIn('Mara Ellison')).toBe(0)
    expect(signsIn('Book 2 by Mara')).toBe(HAS.digit | HAS.posting)
  })
})
