import type { Database } from '#server/db/database'
import { createArrivals } from '#server/domain/library/arrival.service'
import { createLibraryFeature } from '#server/domain/library/feature'
import type { OpenLibrary } from '#server/domain/library/library.types'
import { libraryMatcher } from '#server/domain/ranking/library-matcher.rules'
import { silentLog } from '#tests/support/records'

/** One instance of the server as far as arrivals are concerned; several may share the database. */
export function arrivalsOver(
  database: Database,
  options: Pick<Parameters<typeof createArrivals>[0], 'clock' | 'events'> & {
    libraries: readonly OpenLibrary[]
    /** Called with the outcome of each call to a library. */
    note?: (outcome: unknown) => void
  },
) {
  const { clock, events, libraries, note } = options
  const connections = {
    libraries: async () => libraries,
    libraryIds: async () => libraries.map(({ id }) => id),
    keptLibraryIds: async () => libraries.map(({ id }) => id),
    note: async (_id: string, outcome: unknown) => note?.(outcome),
  }
  const shared = { database, connections, clock, log: silentLog }
  const library = createLibraryFeature({
    ...shared,
    matcher: () => Promise.resolve(libraryMatcher),
    audit: { record: async () => undefined },
    announce: () => undefined,
  })
  const { checkArrivals, findAnswer } = createArrivals({
    ...shared,
    library,
    events,
    transaction: (work) => database.write(work),
  })
  const never = () => new AbortController().signal
  return { look: () => checkArrivals(never()), walk: () => library.refresh(never()), findAnswer }
}
