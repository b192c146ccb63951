import migrations from 'earmark:migrations'
import { afterAll, beforeAll, beforeEach, describe } from 'vitest'
import type { Database } from '#server/db/database'
import { openDurable, type DurableStorage } from '#server/db/durable'
import { createEmptyTables } from '#tests/support/empty-tables'

let given: DurableStorage | undefined

/** Sets where the suites that follow store their data. */
export function useStorage(storage: DurableStorage): void {
  given = storage
}

/** Opens their data without a migration. */
export function openGiven(known = migrations): Promise<Database> {
  if (given === undefined) throw new Error('There is no storage')
  return openDurable(given, known)
}

/** The same as in `tests/support/databases.ts`, on the database of one Durable Object. */
export function onEachDatabase(title: string, suite: (database: () => Database) => void): void {
  describe(`${title} (Durable Object)`, () => {
    let opened: Database
    let emptyTables: () => Promise<void>
    beforeAll(async () => {
      opened = await openGiven()
      emptyTables = createEmptyTables(opened)
    })
    beforeEach(() => emptyTables())
    afterAll(() => opened.close())
    suite(() => opened)
  })
}
