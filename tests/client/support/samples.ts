import type { SessionDto, UserDto } from '#contract/auth'
import type { BookDto, RequestDto, RequestedBookDto } from '#contract/books'

export function aUser(user: Partial<UserDto> = {}): UserDto {
  return { username: 'marta', role: 'trusted', group: 'trusted', root: false, ...user }
}

export function aSession(session: Partial<SessionDto> = {}): SessionDto {
  return {
    initialized: true,
    login_type: 'forms',
    force_login_type: null,
    version: '1.2.3',
    default_region: 'us',
    min_password_length: 8,
    user: aUser(),
    ...session,
  }
}

export function aBook(book: Partial<BookDto> = {}): BookDto {
  return {
    asin: 'B000000001',
    title: 'The Quiet Tide',
    subtitle: null,
    authors: ['Ada Reed'],
    narrators: ['Bo Lind'],
    cover_image: '/books/api/covers/B000000001?region=us',
    release_date: '2020-05-01',
    runtime_length_min: 552,
    updated_at: '2026-01-01T00:00:00Z',
    downloaded: false,
    region: 'us',
    series: [],
    language: 'en',
    edition: 'unabridged',
    status: null,
    next_try_at: null,
    error: null,
    ...book,
  }
}

export function aRequest(user: string): RequestDto {
  return {
    asin: 'B000000001',
    user_username: user,
    status: 'approved',
    reason: null,
    created_at: '2026-01-02T00:00:00Z',
    updated_at: '2026-01-02T00:00:00Z',
  }
}

/** A book and who asked for it, as `marta` sees it. */
export function anItem(book: Partial<BookDto> = {}, people: string[] = []): RequestedBookDto {
  return {
    book: aBook({ status: people.length > 0 ? 'waiting' : null, ...book }),
    requests: people.map(aRequest),
    username: 'marta',
    requester_count: people.length,
    download_error: null,
  }
}
