import { describe, expect, it } from 'vitest'
import { csvLine, EXPORT_HEAD, exportLine } from '#server/domain/requests/request-export.rules'
import { anItem } from '#tests/client/support/samples'

describe('a line of CSV', () => {
  it.each([
    ['plain text', 'Dune', 'Dune'],
    ['a comma', 'Ash, Zed', '"Ash, Zed"'],
    ['quotes', 'The "Rule"', '"The ""Rule"""'],
    ['a line break', 'one\r\ntwo', '"one\r\ntwo"'],
    ['a formula', '=HYPERLINK("http://x")', '"\'=HYPERLINK(""http://x"")"'],
    ['a plus', '+1', "'+1"],
    ['a minus', '-2+3', "'-2+3"],
    ['a command', '@SUM(A1)', "'@SUM(A1)"],
    ['a tab', '\t=1', "'\t=1"],
    ['a wide equals sign', '＝1', "'＝1"],
    ['a formula behind a semicolon', 'x;=1+1', "x;'=1+1"],
    ['a formula as the second name', 'Ada; =1+1', "Ada;' =1+1"],
    ['a formula behind a line break', 'x\n=1+1', '"x\n\'=1+1"'],
    ['a formula behind another line break', 'x\u2028 @SUM(A1)', "x\u2028' @SUM(A1)"],
    ['a formula behind a quotation mark', 'x;"=1+1', '"x;\'""=1+1"'],
    ['several names', 'Ada; Ben', 'Ada; Ben'],
    ['what only holds one', 'E=mc²', 'E=mc²'],
    ['nothing', '', ''],
  ])('writes %s', (_what, value, written) => {
    expect(csvLine([value, 'x'])).toBe(`${written},x\r\n`)
  })
})

it('lists each person’s wishes and notes', () => {
  const wishes = {
    narrator: 'June Hart',
    unabridged: true,
    language: null,
    max_size_mb: 900,
    format: null,
    note: 'The one with the foghorn',
  }
  const item = anItem({}, ['marta', 'jonas'])
  const line = exportLine({
    ...item,
    requests: item.requests.map((request, at) => ({ ...request, wishes: at === 0 ? wishes : null })),
  })
  expect(line).toContain('"marta: narrator June Hart, unabridged, max_size_mb 900",')
  expect(line).toContain(',marta: The one with the foghorn,')
})

it('has as many columns as a book', () => {
  const item = anItem({ title: 'Tide', subtitle: null, authors: ['A', 'B'] }, ['marta'])
  const line = exportLine(item)
  expect(EXPORT_HEAD.charCodeAt(0)).toBe(0xfeff)
  expect(line).toMatch(/^Tide,,A; B,/)
  expect(line.split(',')).toHaveLength(EXPORT_HEAD.split(',').length)
})
