import { resolve } from 'node:path'
import { analyse } from 'scslre'
import { expect, it } from 'vitest'
import { growsFast } from '#tests/support/growth'
import { hostileTexts } from '#tests/support/hostile-texts'
import { patternsBuiltBy, patternsIn, type Pattern } from '#tests/support/patterns'

const { literals, builders } = patternsIn('server')
// Loaded before, so that packages they use, which build expressions for our own texts, are not loaded with them.
await Promise.all(builders.map((file) => import(/* @vite-ignore */ resolve(file))))
const built = await patternsBuiltBy(
  builders,
  (file) => import(/* @vite-ignore */ `${resolve(file)}?patterns`),
)
const all = [...literals, ...built]

const shown = ({ at, source, flags }: Pattern) => `${at} /${source}/${flags}`
const isSlow = (pattern: Pattern) => analyse(pattern, { maxReports: 1 }).reports.length > 0

/** The words of an expression: text that consists of them leads furthest into it. */
const wordsOf = ({ source }: Pattern): string[] => {
  const words = source.replaceAll('\\', '').match(/[\p{L}\p{N}][^\s()[\]{}|?*+^$]*/gu) ?? []
  return [...new Set(words)].slice(0, 8).flatMap((word) => [word, `${word} `, `/${word}/`])
}

/** Everything that an expression finds in a text. */
function runOn({ source, flags }: Pattern, text: string): void {
  const expression = new RegExp(source, flags)
  if (expression.global) text.replaceAll(expression, '')
  else expression.exec(text)
}

it.each(['/+$', String.raw`\s*x\s*$`, '<[^>]*>', String.raw`^(?:\d+\s*){1,3}$`])(
  '/%s/ is known to take more than linear time',
  (source) => expect(isSlow({ at: '', source, flags: '' })).toBe(true),
)

it('No expression of the server can take more than linear time: begin /\\s*x/ with (?<!\\s), bound what repeats, or use methods of strings', () => {
  expect(literals.length).toBeGreaterThan(400)
  expect(built.length).toBeGreaterThan(10)
  expect(all.filter(isSlow).map(shown)).toEqual([])
})

it('No expression of the server takes more than linear time on hostile texts', async () => {
  const slow: Pattern[] = []
  for (const pattern of all) {
    const own = wordsOf(pattern)
    const texts = (length: number) => [...hostileTexts(length), ...hostileTexts(length, own)]
    if (await growsFast(texts(4000), texts(32_000), (text) => runOn(pattern, text))) slow.push(pattern)
  }
  expect(slow.map(shown)).toEqual([])
})

it('growsFast() tells quadratic from linear time', async () => {
  const [texts, longer] = [hostileTexts(4000), hostileTexts(32_000)]
  const on = (source: string, flags: string) => (text: string) => runOn({ at: '', source, flags }, text)
  expect(await growsFast(texts, longer, on('/+$', ''))).toBe(true)
  expect(await growsFast(texts, longer, on('/', 'g'))).toBe(false)
})
