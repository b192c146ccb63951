import { describe, expect, it } from 'vitest'
import { wishesBody } from '#contract/wishes'
import { changesSince, versionOf } from '#server/domain/books/book-version.rules'
import { digest } from '#server/domain/books/drivers/digest'
import type { VisibleRequest } from '#server/domain/books/books.types'
import { catalogueBook } from '#tests/support/records'

type Request = Pick<VisibleRequest, 'username' | 'status' | 'wishes'>
type Book = Parameters<typeof versionOf>[0]['book']

const request = (username: string, other: Partial<Request> = {}): Request => ({
  username,
  status: 'pending',
  wishes: null,
  ...other,
})
const written = (other: Partial<Book> = {}): Book => ({
  ...catalogueBook({ title: 'Songs' }),
  ...{ handMadeBy: 'uma', info: null },
  ...other,
})
const version = (book: Book, ...requests: Request[]) => versionOf({ book, requests }, digest)
const changes = (seen: string, book: Book, ...requests: Request[]) =>
  changesSince(seen, { book, requests }, digest).map(({ path, code, params }) => [path, code, params['user']])

describe('the version of a book', () => {
  it('is another after every change of what is decided on', () => {
    const note = wishesBody.parse({ note: 'Please' })
    const versions = [
      version(written()),
      version(written({ title: 'Songs ' })),
      version(written({ subtitle: 'Songs' })),
      version(written({ authors: ['A, B'] })),
      version(written({ authors: ['A', 'B'] })),
      version(written({ narrators: [] })),
      version(written({ releaseDate: null })),
      version(written({ info: 'x' })),
      version(written(), request('uma')),
      version(written(), request('uma', { wishes: note })),
      version(written(), request('uma', { wishes: { ...note, note: 'please' } })),
      version(written(), request('uma', { status: 'approved' })),
      version(written(), request('ulf')),
      version(written(), request('uma'), request('ulf')),
    ]
    expect(new Set(versions).size).toBe(versions.length)
  })

  it('stays when anything else changes', () => {
    const wishes = wishesBody.parse({ format: 'm4b', note: 'x' })
    const { note, ...others } = wishes
    const reordered = { note, ...others }
    const one = { ...written(), coverUrl: 'a', summary: 'b', language: 'en' }
    const other = { ...written(), coverUrl: null, summary: null, language: 'de' }
    expect(version(other, request('uma', { wishes: reordered }))).toBe(
      version(one, request('uma', { wishes })),
    )
  })

  it('is that of the ASIN for a book of the catalogue, whose facts no one here can change', () => {
    expect(version(catalogueBook({ title: 'The Salt Road' }))).toBe(
      version(catalogueBook({ title: 'Salt Road', narrators: [] })),
    )
  })
})

describe('what changed since', () => {
  it('is nothing if the decision is about requests that were shown', () => {
    const seen = version(written(), request('uma'), request('ulf'))
    expect(changes(seen, written(), request('ulf'))).toEqual([])
    expect(changes(seen, written(), request('ulf'), request('uma'))).toEqual([])
  })

  it('is each fact, and each request that is new, has other wishes or was decided on', () => {
    const seen = version(written(), request('uma'), request('ulf'), request('ada', { status: 'declined' }))
    const now = [
      request('uma', { wishes: wishesBody.parse({ language: 'de' }) }),
      request('ulf', { status: 'declined' }),
      request('ada'),
      request('eve'),
    ]
    expect(changes(seen, written({ subtitle: 'Of the Marsh', releaseDate: '1998-01-01' }), ...now)).toEqual([
      ['subtitle', 'subtitle_changed', undefined],
      ['publish_date', 'release_date_changed', undefined],
      ['wishes', 'wishes_changed_since', 'uma'],
      ['requests', 'decided_since', 'ulf'],
      ['requests', 'requested_since', 'ada'],
      ['requests', 'requested_since', 'eve'],
    ])
  })

  it.each(['', '1', '~~~...', version(catalogueBook())])('is everything if nothing fits: %j', (seen) => {
    expect(changes(seen, written(), request('uma'))).toHaveLength(7)
  })
})
