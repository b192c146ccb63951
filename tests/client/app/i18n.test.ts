import { describe, expect, it } from 'vitest'
import { createTexts, type CompiledMessages } from '#client/app/i18n'
import { createEnglish } from '#tests/client/support/texts'

describe('the texts', () => {
  it('are filled with values, which are never interpreted as texts', () => {
    const { read } = createEnglish()
    expect(read('search.resultsFor', { q: '{n} # <b>' })).toBe('Results for “{n} # <b>”')
  })

  it('choose the plural form by the number, formatted in the language', () => {
    const { read } = createEnglish()
    expect(read('search.found', { n: 1 })).toBe('One result so far')
    expect(read('search.found', { n: 0 })).toBe('0 results so far')
    expect(read('search.found', { n: 2400 })).toBe('2,400 results so far')
  })

  it('have a form for zero if the language phrases it differently', () => {
    const { read } = createEnglish()
    const texts = [0, 1, 2].map((n) => read('search.moreOfRegion', { n }))
    expect(texts).toEqual(['No more results', 'One more result', '2 more results'])
  })

  it('load part by part, each once', async () => {
    const fetched: string[] = []
    const { load, read, has } = createTexts({ language: 'en', fetchPart: partsOf({ book: 'Book' }, fetched) })
    expect(has('book')).toBe(false)
    await load(['book', 'app'])
    await load(['book'])
    expect(read('book', {})).toBe('Book')
    expect(fetched).toEqual(['en book', 'en app'])
  })

  it('change to another language in all loaded parts', async () => {
    const fetched: string[] = []
    const texts = { en: { book: 'Book' }, de: { book: 'Buch' } }
    const { load, read, locale } = createTexts({
      language: 'en',
      fetchPart: async (language, part) => {
        fetched.push(`${language} ${part}`)
        return language === 'de' ? texts.de : texts.en
      },
    })
    await load(['book'])
    await load(['app'], 'de')
    expect([locale.value, read('book', {})]).toEqual(['de', 'Buch'])
    await load(['series'])
    expect(fetched).toEqual(['en book', 'de book', 'de app', 'de series'])
  })

  it('are in one language, even if a part of the former one arrives late', async () => {
    const late = Promise.resolve({ book: 'Book' })
    const { load, read, locale } = createTexts({
      language: 'en',
      fetchPart: async (language) => (language === 'en' ? late.then((part) => part) : { book: 'Buch' }),
    })
    const first = load(['book'])
    const second = load([], 'de')
    await Promise.all([first, second])
    expect([locale.value, read('book', {})]).toEqual(['de', 'Buch'])
  })

  it('are requested again in the language that failed to load', async () => {
    let isDown = true
    const { load, read, locale } = createTexts({
      language: 'en',
      fetchPart: async (language) => {
        if (language === 'de' && isDown) throw new TypeError('Failed to fetch')
        return { book: language }
      },
    })
    await load(['book'])
    await expect(load([], 'de')).rejects.toThrow('Failed to fetch')
    expect([locale.value, read('book', {})]).toEqual(['en', 'en'])
    isDown = false
    await load(['book'])
    expect([locale.value, read('book', {})]).toEqual(['de', 'de'])
  })
})

function partsOf(texts: CompiledMessages, fetched: string[]) {
  return async (language: string, part: string): Promise<CompiledMessages> => {
    fetched.push(`${language} ${part}`)
    return texts
  }
}
