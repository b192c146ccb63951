import { expect, it } from 'vitest'
import { rowsFrom, timeValue } from '#server/db/sql-values'
import { sql } from 'drizzle-orm'
import { onEachDatabase } from '#tests/support/databases'

onEachDatabase('many rows at once', (database) => {
  it.each([
    ['half \ud83d', 'half \ufffd'],
    ['\udc00 half', '\ufffd half'],
    ['whole 😀', 'whole 😀'],
    ['nothing \u0000', 'nothing \ufffd'],
    [String.raw`as text \ud83d \u0000 \\ud83d`, String.raw`as text \ud83d \u0000 \\ud83d`],
  ])('keep %j in a form that a table can store', async (given, kept) => {
    const { settings } = database().tables
    const columns = [sql`value->>'key'`, sql`value->>'text'`, timeValue(database(), new Date(0))]
    const rows = [{ key: given, text: given }]
    await database().write((within) => within.insert(settings).select(rowsFrom(database(), rows, columns)))
    const stored = await database().read.select().from(settings)
    expect(stored).toMatchObject([{ key: kept, value: kept }])
  })
})
