import { getLogger } from '@logtape/logtape'
import type { Role } from '#contract/common'
import type { Database } from '#server/db/database'
import type { CurrentUser } from '#server/domain/auth/auth.types'
import type { CatalogueBook } from '#server/domain/catalogue/catalogue.types'

/** A log without output. */
export const silentLog = getLogger('test')

/** Stores a user; the username is the id too. */
export async function addUser(
  database: Database,
  username: string,
  role: Role,
  extraData: string | null = null,
): Promise<CurrentUser> {
  const at = new Date('2026-01-01T00:00:00Z')
  await database.write(async (transaction) => {
    await transaction.insert(database.tables.users).values({
      id: username,
      username,
      usernameKey: username.toLowerCase(),
      role,
      root: false,
      extraData,
      createdAt: at,
      updatedAt: at,
    })
  })
  return { id: username, username, role, root: false }
}

/** A catalogue book; a test passes only the facts it is about. */
export function catalogueBook(facts: Partial<CatalogueBook> = {}): CatalogueBook {
  return {
    asin: 'B000000001',
    region: 'us',
    title: 'The Salt Road',
    subtitle: null,
    authors: ['Ada Moor'],
    narrators: ['Ben Hale'],
    series: [],
    language: 'en',
    edition: 'unabridged',
    releaseDate: '2020-05-01',
    runtimeMin: 600,
    summary: null,
    coverUrl: 'https://covers.example/salt-road.jpg',
    sampleUrl: null,
    publisher: null,
    categories: [],
    ...facts,
  }
}

/** A clock that stands still until a test moves it. */
export function standingClock(start = '2026-06-01T12:00:00Z') {
  let now = new Date(start).getTime()
  return {
    read: () => new Date(now),
    advance(milliseconds: number) {
      now += milliseconds
    },
  }
}
