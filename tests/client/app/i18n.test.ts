import { describe, expect, it } from 'vitest'
import { createTexts, type CompiledMessages } from '#client/app/i18n'
import { createEnglish } from '#tests/client/support/texts'

describe('the texts', () => {
  it('are filled with values, which are never read as texts themselves', () => {
    const { read } = createEnglish()
    expect(read('search.resultsFor', { q: '{n} # <b>' })).toBe('Results for “{n} # <b>”')
  })

  it('choose the plural form by the number, which is written as the language does', () => {
    const { read } = createEnglish()
    expect(read('search.found', { n: 1 })).toBe('One result so far')
    expect(read('search.found', { n: 0 })).toBe('0 results so far')
    expect(read('search.found', { n: 2400 })).toBe('2,400 results so far')
  })

  it('have a form for none where that is said in another way', () => {
    const { read } = createEnglish()
    const texts = [0, 1, 2].map((n) => read('search.moreOfRegion', { n }))
    expect(texts).toEqual(['No further results', 'One further result', '2 further results'])
  })

  it('come part by part, each once', async () => {
    const asked: string[] = []
    const { load, read, has } = createTexts({ language: 'en', fetchPart: partsOf({ book: 'Book' }, asked) })
    expect(has('book')).toBe(false)
    await load(['book', 'app'])
    await load(['book'])
    expect(read('book', {})).toBe('Book')
    expect(asked).toEqual(['en book', 'en app'])
  })
})

function partsOf(texts: CompiledMessages, asked: string[]) {
  return async (language: string, part: string): Promise<CompiledMessages> => {
    asked.push(`${language} ${part}`)
    return texts
  }
}
