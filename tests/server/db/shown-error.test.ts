import { afterEach, describe, expect, it } from 'vitest'
import { resetSync } from '@logtape/logtape'
import { codesOf } from '#server/db/failures'
import { withoutParameters } from '#server/db/shown-error'
import { createLog } from '#server/platform/log'
import { onEachDatabase } from '#tests/support/databases'
import { addUser } from '#tests/support/records'

afterEach(() => resetSync())

onEachDatabase('A failed query', (database) => {
  const NAME = 'alexandra-the-reader'
  async function failure(): Promise<unknown> {
    await addUser(database(), NAME, 'admin')
    return addUser(database(), NAME, 'admin').catch((error: unknown) => error)
  }

  it.each([true, false])('is logged without its parameters (terminal: %s)', async (terminal) => {
    const lines: string[] = []
    const log = createLog({ level: 'INFO', terminal, write: (line) => lines.push(line) })
    log.error('It failed: {error}', { error: new Error('outer', { cause: await failure() }) })
    expect(lines.join('')).toContain('Failed query: insert into')
    expect(lines.join('')).not.toContain(NAME)
  })

  it('keeps the code of its kind', async () => {
    const error = await failure()
    expect(codesOf(error).length).toBeGreaterThan(0)
    expect(codesOf(withoutParameters(error))).toEqual(codesOf(error))
  })
})

describe('A value that PostgreSQL quotes', () => {
  it('is omitted', () => {
    const error = Object.assign(new Error('invalid input syntax: "hunter2"'), { code: '22P02' })
    const shown = withoutParameters(error)
    expect(shown).toMatchObject({ message: 'invalid input syntax: "…"', code: '22P02' })
    expect(shown instanceof Error && shown.stack).not.toContain('hunter2')
  })
})
