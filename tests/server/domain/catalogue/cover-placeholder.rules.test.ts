import { describe, expect, it } from 'vitest'
import { placeholderCover } from '#server/domain/catalogue/cover-placeholder.rules'

const linesOf = (svg: string) => [...svg.matchAll(/<text [^>]*>([^<]*)<\/text>/g)].map((match) => match[1])

describe('the drawn cover', () => {
  it.each([
    ['Winterglass', ['Winterglass']],
    ['The Beekeeper of Lublin Street', ['The Beekeeper', 'of Lublin', 'Street']],
    ['Donaudampfschifffahrtsgesellschaft', ['Donaudampfschi', 'fffahrtsgesell', 'schaft']],
    ['灯台守の最後の夏、海辺の物語と風', ['灯台守の最後の', '夏、海辺の物語', 'と風']],
  ])('wraps the title %s', (title, lines) => {
    expect(linesOf(placeholderCover('EMTEST0001', title))).toEqual(lines)
  })

  it('shortens a title that does not fit', () => {
    const lines = linesOf(placeholderCover('EMTEST0001', 'A very long title '.repeat(20)))
    expect(lines).toHaveLength(5)
    expect(lines.at(-1)).toMatch(/…$/)
  })

  it('shows markup as text', () => {
    const svg = placeholderCover('EMTEST0001', '<script>"&\'')
    expect(svg).not.toContain('<script')
    expect(svg).toContain('&lt;script&gt;&quot;&amp;&#39;')
  })

  it('is the same for the same book and differs in colour between books', () => {
    expect(placeholderCover('EMTEST0001', 'One')).toBe(placeholderCover('EMTEST0001', 'One'))
    const colours = Array.from(
      { length: 20 },
      (_, index) => /stop-color="(#\w+)"/.exec(placeholderCover(`EMTEST00${index + 10}`, 'One'))?.[1],
    )
    expect(new Set(colours).size).toBeGreaterThan(3)
  })

  it('holds no scripts, styles or references', () => {
    for (const title of ['One', null]) {
      expect(placeholderCover('EMTEST0001', title)).not.toMatch(
        /<script|<style|style=|href|\bon\w+=|url\((?!#)/,
      )
    }
  })

  it('draws something without a title', () => {
    const svg = placeholderCover('EMTEST0001', null)
    expect(linesOf(svg)).toEqual([])
    expect(svg).toContain('<path')
  })
})
