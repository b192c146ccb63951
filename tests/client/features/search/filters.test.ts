import { describe, expect, it } from 'vitest'
import type { BookDto } from '#contract/books'
import { passes, readFilters } from '#client/features/search/filters'
import { aBook } from '#tests/client/support/samples'

const filtersOf = (address: string) => {
  const query = new URLSearchParams(address)
  return readFilters((name) => query.get(name) ?? '')
}
const there = { link: 'https://shelf.example/item/1', same_edition: false, why: null, item: null }

describe('a filter of search results', () => {
  it.each<[string, Partial<BookDto>, boolean]>([
    ['', {}, true],
    ['language=de', { language: 'de' }, true],
    ['language=de', { language: 'en' }, false],
    ['language=de', { language: null }, false],
    ['length=short', { runtime_length_min: 299 }, true],
    ['length=short', { runtime_length_min: 300 }, false],
    ['length=medium', { runtime_length_min: 300 }, true],
    ['length=long', { runtime_length_min: 900 }, true],
    ['length=long', { runtime_length_min: null }, false],
    ['length=endless', { runtime_length_min: null }, true],
    ['narrator=Bo+Lind', { narrators: ['Ann Ek', 'Bo Lind'] }, true],
    ['narrator=Bo+Lind', { narrators: ['Bo Lindgren'] }, false],
    ['unabridged=1', { edition: 'unabridged' }, true],
    ['unabridged=1', { edition: 'dramatised' }, false],
    ['unabridged=1', { edition: null }, false],
    ['unrequested=1', { status: null }, true],
    ['unrequested=1', { status: 'waiting' }, false],
    ['unrequested=1', { status: null, in_library: there }, false],
    ['unrequested=1', { status: 'declined' }, true],
    ['unrequested=1', { status: 'declined', in_library: there }, false],
    ['unrequested=1', { status: 'available', left_library: true }, true],
    ['language=en&length=medium', { language: 'en', runtime_length_min: 60 }, false],
  ])('%s on %o: %s', (address, book, isShown) => {
    expect(passes(aBook(book), filtersOf(address))).toBe(isShown)
  })
})
