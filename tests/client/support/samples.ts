import type { SessionDto, UserDto } from '#contract/auth'
import type { BookDetailsDto, BookDto, RequestDto, RequestedBookDto } from '#contract/books'
import type { OfferedReleaseDto, SourcesDto } from '#contract/fulfilment'
import type { VerdictDto } from '#contract/releases'
import { toldTo } from './actions'

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
    language: null,
    min_password_length: 8,
    server_name: null,
    getting_started: false,
    secure_address: null,
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
    cover_url: 'https://covers.example/quiet-tide.jpg',
    release_date: '2020-05-01',
    runtime_length_min: 552,
    updated_at: '2026-01-01T00:00:00Z',
    downloaded: false,
    region: 'us',
    series: [],
    language: 'en',
    edition: 'unabridged',
    hand_made: false,
    status: null,
    next_try_at: null,
    error: null,
    cause: null,
    download: null,
    in_library: null,
    left_library: false,
    version: 'v1',
    ...book,
  }
}

export function aRequest(user: string): RequestDto {
  return {
    asin: 'B000000001',
    user_username: user,
    status: 'approved',
    reason: null,
    wishes: null,
    created_at: '2026-01-02T00:00:00Z',
    updated_at: '2026-01-02T00:00:00Z',
  }
}

/** A book and its requesters, as `marta` sees it. */
export function anItem(book: Partial<BookDto> = {}, people: string[] = []): RequestedBookDto {
  return toldTo('trusted', {
    book: aBook({ status: people.length > 0 ? 'waiting' : null, ...book }),
    requests: people.map(aRequest),
    username: 'marta',
    requester_count: people.length,
    download_error: null,
  })
}

/** All details of a book, as `marta` sees it. */
export function someDetails(details: Partial<BookDetailsDto> = {}): BookDetailsDto {
  return {
    ...anItem(),
    summary: null,
    info: null,
    hand_made_by: null,
    conditions: null,
    stopped: false,
    searched_once_out: true,
    may_correct_match: false,
    search_issue: null,
    timeline: [],
    ...details,
  }
}

export function aVerdict(verdict: Partial<VerdictDto> = {}): VerdictDto {
  const score_parts = {
    match: 60,
    narrator: 20,
    format: 11,
    flags: 0,
    indexer: 0,
    fit: 0,
    seeders: 0,
    age: 0,
  }
  return { accepted: true, automatic: true, score: 91, score_parts, reasons: [], ...verdict }
}

export function aRelease(release: Partial<OfferedReleaseDto> = {}): OfferedReleaseDto {
  const { blocked = false, verdict = aVerdict() } = release
  return {
    guid: 'https://indexer.invalid/1',
    indexer_id: 1,
    indexer: 'Spoken Shelf',
    title: 'The Quiet Tide by Ada Reed [M4B]',
    size: 412_000_000,
    publish_date: '2024-05-01T00:00:00Z',
    info_url: null,
    indexer_flags: [],
    protocol: 'torrent',
    seeders: 12,
    leechers: 0,
    grabs: null,
    book_metadata: { title: null, subtitle: null, authors: [], narrators: [], filetype: 'm4b' },
    rank: 1,
    verdict,
    blocked,
    acceptable: verdict.accepted && !blocked,
    judged: null,
    grab: null,
    ...release,
  }
}

export function someSources(sources: Partial<SourcesDto> = {}): SourcesDto {
  return {
    state: 'ok',
    conditions: null,
    book: aBook({ status: 'waiting' }),
    sources: [aRelease()],
    error_message: null,
    cause: null,
    search_id: 'search-1',
    searched_at: '2026-01-02T00:00:00Z',
    indexers: [{ id: 1, name: 'Spoken Shelf', state: 'answered', found: 1, error: null, cause: null }],
    ...sources,
  }
}
