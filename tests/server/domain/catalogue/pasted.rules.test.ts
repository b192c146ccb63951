import { describe, expect, it } from 'vitest'
import { TOP_LEVEL_DOMAINS } from '#server/domain/catalogue/regions.rules'
import { readPasted } from '#server/domain/catalogue/pasted.rules'

describe('a link to a shop', () => {
  it.each(Object.entries(TOP_LEVEL_DOMAINS))('is of the region %s at .%s', (region, domain) => {
    for (const shop of ['audible', 'amazon']) {
      expect(readPasted(`https://www.${shop}.${domain}/pd/B002V1OF70`)).toMatchObject({
        asin: 'B002V1OF70',
        region,
      })
    }
  })

  it.each([
    ['https://www.audible.de/pd/Der-Marsianer-Hoerbuch/B00UYJDUZC?qid=17&ref=a_search', 'Der Marsianer'],
    ['www.audible.com/pd/Project-Hail-Mary-Audiobook/B08G9PRS1K', 'Project Hail Mary'],
    ['audible.com/pd/B08G9PRS1K', null],
    ['https://www.audible.com/pd?asin=B08G9PRS1K', null],
    [
      'https://www.amazon.com/Project-Hail-Mary-Andy-Weir/dp/B08G9PRS1K/ref=sr_1_1?crid=2A',
      'Project Hail Mary Andy Weir',
    ],
    ['https://www.amazon.co.uk/gp/product/b08g9prs1k/', null],
    ['https://amazon.de/dp/B08G9PRS1K/ref=sr_1_1', null],
    ['https://www.amazon.com/gp/aw/d/B08G9PRS1K', null],
    ['https://www.amazon.fr/-/en/Andy-Weir/dp/B08G9PRS1K', 'Andy Weir'],
    ['Listen to this: https://www.audible.com/pd/B08G9PRS1K. You will like it', null],
    ['(https://www.audible.com/pd/B08G9PRS1K)', null],
  ])('names the book: %s', (link, words) => {
    const read = readPasted(link)
    expect(read?.asin).toMatch(/^B0[A-Z0-9]{8}$/)
    expect(read?.words).toBe(words)
  })

  it('names no more words than the catalogue accepts, in whole characters', () => {
    const { words } = readPasted(`https://www.goodreads.com/book/show/1-a${'𠀀'.repeat(300)}`) ?? {}
    expect(words).toBe(`a${'𠀀'.repeat(199)}`)
  })

  it('may name a printed book, which is searched by its title or ISBN', () => {
    expect(readPasted('https://www.amazon.com/Dune-Frank-Herbert/dp/0441013597')).toEqual({
      asin: '0441013597',
      region: 'us',
      words: 'Dune Frank Herbert',
    })
    expect(readPasted('https://www.amazon.com/dp/0441013597')?.words).toBe('9780441013593')
  })

  it('has no region if the shop sells no audiobooks', () => {
    expect(readPasted('https://www.amazon.nl/dp/B08G9PRS1K')).toMatchObject({ region: null })
  })

  it.each([
    ['https://www.audible.com/series/The-Expanse-Audiobooks/B00BK4RTQ2', 'The Expanse'],
    ['https://www.audible.co.uk/author/Brandon-Sanderson/B001IGFHW6', 'Brandon Sanderson'],
  ])('of a series or a person is searched for by name: %s', (link, words) => {
    expect(readPasted(link)).toMatchObject({ asin: null, words })
  })
})

describe('a link to Goodreads', () => {
  it.each([
    ['https://www.goodreads.com/book/show/44767458-dune', 'dune'],
    ['https://www.goodreads.com/book/show/234225.Dune?from_search=true', 'Dune'],
    ['https://www.goodreads.com/en/book/show/168668.Catch_22', 'Catch 22'],
    ['https://www.goodreads.com/series/45935-the-dark-tower', 'the dark tower'],
    ['https://www.goodreads.com/book/show/1-caf%C3%A9-na%C3%AFvet%C3%A9', 'café naïveté'],
    ['goodreads.com/book/show/7-100%-off', '100 off'],
  ])('is searched for by its title: %s', (link, words) => {
    expect(readPasted(link)).toEqual({ asin: null, region: null, words })
  })
})

describe('a link that leads nowhere', () => {
  it.each([
    'https://www.goodreads.com/book/show/44767458',
    'https://amzn.to/3xYzAbC',
    'https://example.org/pd/B08G9PRS1K',
    'https://audible.com.evil.example/pd/B08G9PRS1K',
    'https://[',
    'https://www.audible.com/author/B001IGFHW6',
  ])('%s', (link) => {
    expect(readPasted(link)).toMatchObject({ asin: null, words: null })
  })
})

describe('a number', () => {
  it.each(['B08G9PRS1K', 'b08g9prs1k', 'ASIN: B08G9PRS1K', ' B08G9PRS1K '])('is an ASIN: %s', (text) => {
    expect(readPasted(text)).toEqual({ asin: 'B08G9PRS1K', region: null, words: null })
  })

  it.each([
    '0306406152',
    '0-306-40615-2',
    '9780306406157',
    '978-0-306-40615-7',
    '978 0 306 40615 7',
    'ISBN-13: 978\u20110\u2011306\u201140615\u20117',
    'isbn 0306406152',
  ])('is an ISBN in either form: %s', (text) => {
    expect(readPasted(text)).toEqual({ asin: '0306406152', region: null, words: '9780306406157' })
  })

  it('may end in X, and may have no short form', () => {
    expect(readPasted('080442957x')).toMatchObject({ asin: '080442957X', words: '9780804429573' })
    expect(readPasted('979-10-90636-07-1')).toMatchObject({ asin: null, words: '9791090636071' })
  })
})

it.each([
  'dune',
  '1984',
  'Watchtower',
  'catch 22',
  '9780306406158',
  '0306406153',
  'audible',
  'isbn',
  'B08G9PRS1',
])('text that is neither a link nor a number is searched for as words: %s', (text) => {
  expect(readPasted(text)).toBeNull()
})
