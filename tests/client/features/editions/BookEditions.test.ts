import { afterEach, describe, expect, it, vi } from 'vitest'
import type { BookDto } from '#contract/books'
import type { EditionOfBookDto, EditionsDto } from '#contract/editions'
import { json, problem, type Answer } from '#tests/client/support/fakeServer'
import { openPage } from '#tests/client/support/openPage'
import { anItem, someDetails } from '#tests/client/support/samples'

/** An observer that reports everything as near the screen. */
class Near {
  readonly report: (entries: { isIntersecting: boolean }[]) => void
  constructor(report: (entries: { isIntersecting: boolean }[]) => void) {
    this.report = report
  }
  observe() {
    this.report([{ isIntersecting: true }])
  }
  unobserve() {}
  disconnect() {}
}
const usual = globalThis.IntersectionObserver
afterEach(() => void vi.stubGlobal('IntersectionObserver', usual))

const edition = (book: Partial<BookDto>, facts: Partial<EditionOfBookDto> = {}): EditionOfBookDto => ({
  ...anItem(book),
  current: false,
  differs: [],
  same_recording: false,
  ...facts,
})
const own = edition({}, { current: true })
const all = (editions: EditionOfBookDto[], missing_regions: EditionsDto['missing_regions'] = []) =>
  json({ editions, missing_regions } satisfies EditionsDto)

async function open(editions: Answer, hand_made = false) {
  vi.stubGlobal('IntersectionObserver', Near)
  const details = someDetails(anItem({ hand_made }))
  const page = await openPage('/book/B000000001?region=us', {
    answers: {
      'GET /api/books/{}': () => json(details),
      'GET /api/books/{}/similar': () => json([]),
      'GET /api/books/{}/editions': editions,
    },
  })
  const section = () => document.body.querySelector('section[aria-labelledby="editions"]')
  const links = () => [...(section()?.querySelectorAll('a') ?? [])]
  return { ...page, section, links }
}

describe('the editions of a book', () => {
  it('are distinguished, lead to their pages, and mark the current one', async () => {
    const { section, links } = await open(() =>
      all([
        own,
        edition(
          {
            asin: 'B000000002',
            narrators: ['Full cast'],
            edition: 'dramatised',
            runtime_length_min: 200,
            status: 'available',
          },
          { differs: ['narrators', 'edition', 'length'] },
        ),
        edition(
          { asin: 'B000000003', title: 'The Still Tide', region: 'uk', narrators: [] },
          { differs: ['title', 'region'], same_recording: true },
        ),
      ]),
    )
    expect(section()?.querySelector('h2')?.textContent).toBe('3 editions')
    const [first, second, third] = links()
    expect(first?.getAttribute('aria-current')).toBe('page')
    expect(first?.textContent).toContain('This edition')
    expect(second?.getAttribute('href')).toBe('/book/B000000002?region=us')
    expect(second?.getAttribute('aria-current')).toBeNull()
    expect(second?.textContent).toContain('Narrated by Full cast')
    expect(second?.textContent).toContain('Dramatised')
    expect(second?.textContent).toContain('3 h 20 min')
    expect(second?.textContent).toContain('In the library')
    expect(third?.getAttribute('href')).toBe('/book/B000000003?region=uk')
    for (const words of ['The Still Tide', 'Narrator not known', 'United Kingdom', 'The same recording'])
      expect(third?.textContent).toContain(words)
  })

  it('are the first of many, and the current one, until all are requested', async () => {
    const others = Array.from({ length: 8 }, (_, at) => edition({ asin: `B00000010${at}` }))
    const { links, press, find } = await open(() => all([...others, own]))
    expect(links()).toHaveLength(7)
    expect(links().at(-1)?.getAttribute('aria-current')).toBe('page')
    await press('Show all 9')
    expect(links()).toHaveLength(9)
    expect(find('button', 'Show all 9')).toBeNull()
  })

  it('name the catalogues that failed', async () => {
    const { section } = await open(() => all([own, edition({ asin: 'B000000002' })], ['uk']))
    expect(section()?.textContent).toContain('The catalogue did not answer for United Kingdom.')
  })

  it('are omitted if there is only one', async () => {
    const { section } = await open(() => all([own]))
    expect(section()).toBeNull()
  })

  it('can be fetched again while the catalogue is down', async () => {
    const { section, press, server } = await open(() =>
      problem({ status: 503, code: 'catalogue_unreachable', detail: 'The catalogue cannot be reached' }),
    )
    expect(section()).toBeNull()
    await press('Try again')
    expect(server.called('GET /api/books/{}/editions')).toHaveLength(2)
  })

  it('are not fetched for a book by hand', async () => {
    const { server } = await open(() => all([own]), true)
    expect(server.called('GET /api/books/{}/editions')).toEqual([])
  })
})
