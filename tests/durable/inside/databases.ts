import migrations from 'earmark:migrations'
import { afterAll, beforeAll, beforeEach, describe } from 'vitest'
import type { Database } from '#server/db/database'
import { openDurable, type DurableStorage } from '#server/db/durable'
import { emptyTables } from '#tests/support/empty-tables'

let storage: DurableStorage | undefined

/** Says where the suites that follow keep what they store. */
export function useStorage(given: DurableStorage): void {
  storage = given
}

/** What it is in `tests/support/databases.ts`, over the database of one Durable Object. */
export function onEachDatabase(title: string, suite: (database: () => Database) => void): void {
  describe(`${title} (Durable Object)`, () => {
    let opened: Database
    beforeAll(async () => {
      if (storage === undefined) throw new Error('There is no storage')
      opened = await openDurable(storage, migrations)
    })
    beforeEach(() => emptyTables(opened))
    afterAll(() => opened.close())
    suite(() => opened)
  })
}
