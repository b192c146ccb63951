import { describe, expect, it } from 'vitest'
import { languageCode } from '#server/domain/catalogue/drivers/audible.languages'
import { peopleOf } from '#server/domain/catalogue/drivers/audible.people'
import { oneLine, plainText } from '#server/domain/catalogue/drivers/audible.text'

describe('names with contributor roles', () => {
  it.each([
    [['Maren Oakhollow'], ['Maren Oakhollow']],
    [['Maren Oakhollow', 'Leslie Thorn - editor'], ['Maren Oakhollow']],
    [['Maren Oakhollow', 'Vanessa Lammert - Übersetzer'], ['Maren Oakhollow']],
    [['Maren Oakhollow', 'Anne Sy – traductrice'], ['Maren Oakhollow']],
    [['Maren Oakhollow', 'Jo Hill - editor and translator'], ['Maren Oakhollow']],
    [['Maren Oakhollow', 'Jo Hill - introduction - editor'], ['Maren Oakhollow']],
    [['Maren Oakhollow - author', 'Jo Hill (foreword)'], ['Maren Oakhollow']],
    [['Jo Hill - co-author', 'Ann Lee - illustrator'], ['Jo Hill']],
    [['Jo Hill - author, editor'], ['Jo Hill']],
    [['Jean-Luc Duval'], ['Jean-Luc Duval']],
    [['Jo Hill - Professor Emerita'], ['Jo Hill - Professor Emerita']],
    [['Jo Hill (Sr.)'], ['Jo Hill (Sr.)']],
    [['Jo Hill', 'JO HILL', 'Jo Hill'], ['Jo Hill']],
    [[], []],
  ])('reads the authors of %j as %j', (credits, authors) => {
    expect(peopleOf(credits, 'author')).toEqual(authors)
  })

  it('keeps the editor of an anthology that names no one else', () => {
    expect(peopleOf(['Lucian Graves - editor'], 'author')).toEqual(['Lucian Graves'])
  })

  it('does not mistake the reader of an introduction for a narrator', () => {
    expect(peopleOf(['Ada Finch - narrator', 'Bo Reed - introduction'], 'narrator')).toEqual(['Ada Finch'])
  })
})

describe('language words', () => {
  it.each([
    ['english', 'en'],
    ['German', 'de'],
    ['mandarin_chinese', 'zh'],
    ['brazilian-portuguese', 'pt'],
    ['klingon', 'klingon'],
  ])('reads %s as %s', (word, code) => {
    expect(languageCode(word)).toBe(code)
  })
})

describe('text of the catalogue', () => {
  it.each([
    ['<p>One &amp; two.</p><p>Three<br />four &ndash; <b>five</b></p>', 'One & two.\n\nThree\nfour – five'],
    ['<ul><li>first</li><li>second</li></ul>', 'first\nsecond'],
    ['3 < 4 and 5 > 2', '3 < 4 and 5 > 2'],
    ['&lt;b&gt;shown as text&lt;/b&gt;', '<b>shown as text</b>'],
    ['broken \ud83d surrogate\u0000', 'broken \ufffd surrogate'],
    ['<p> </p>', null],
    [null, null],
  ])('makes plain text of the summary %j', (html, text) => {
    expect(plainText(html)).toBe(text)
  })

  it.each([
    ['  A \t title\n in  lines ', 'A title in lines'],
    ['<b>Bold</b> & quiet', '<b>Bold</b> & quiet'],
    ['NUL\u0000byte', 'NUL byte'],
    ['half \udc00 a pair 🚀', 'half \ufffd a pair 🚀'],
    ['', null],
    [undefined, null],
  ])('makes one line of the title %j', (raw, title) => {
    expect(oneLine(raw)).toBe(title)
  })

  it('parses a hostile summary without excessive time', () => {
    expect(plainText('<a'.repeat(500_000))).toMatch(/^(?:<a)+$/)
  })
})
