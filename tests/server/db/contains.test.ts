import { expect, it } from 'vitest'
import { contains } from '#server/db/contains'
import { onEachDatabase } from '#tests/support/databases'

onEachDatabase('a part of a text', (database) => {
  const LONG = `${'long, '.repeat(20)}and longer`

  it.each([
    ['%', ['100% wool']],
    ['_', ['snake_case']],
    ['\\', ['back\\slash']],
    ['wool', ['100% wool']],
    ['Wool', []],
    ['é, ü', ['é, ü']],
    [LONG, [LONG]],
    [`${LONG} still`, []],
  ])('is found letter by letter: %j', async (part, found) => {
    const { settings } = database().tables
    const rows = ['100% wool', 'snake_case', 'back\\slash', 'é, ü', LONG].map((key) => {
      return { key, value: '', updatedAt: new Date(0) }
    })
    await database().write((within) => within.insert(settings).values(rows))
    const { key } = settings
    const chosen = await database()
      .read.select({ key })
      .from(settings)
      .where(contains(database(), key, part))
    expect(chosen).toEqual(found.map((text) => ({ key: text })))
  })
})
