import { expect, it } from 'vitest'
import { onEachDatabase } from '#tests/support/databases'

onEachDatabase('a database', (database) => {
  const insert = (key: string) =>
    database().write(async (transaction) => {
      // Gives other writers a chance to get in between.
      await transaction.$count(database().tables.settings)
      await transaction.insert(database().tables.settings).values({ key, value: key, updatedAt: new Date(5) })
    })

  it('stores every one of many concurrent writes', async () => {
    await Promise.all(Array.from({ length: 50 }, (_, index) => insert(`key ${index}`)))
    expect(await database().read.$count(database().tables.settings)).toBe(50)
  })

  it('stores nothing of a failed transaction', async () => {
    const { tables } = database()
    const failing = database().write(async (transaction) => {
      await transaction.insert(tables.settings).values({ key: 'half', value: 'done', updatedAt: new Date() })
      throw new Error('stopped half way')
    })
    await expect(failing).rejects.toThrow('stopped half way')
    await insert('next')
    const rows = await database().read.select({ key: tables.settings.key }).from(tables.settings)
    expect(rows).toEqual([{ key: 'next' }])
  })

  it('returns times, flags and JSON unchanged', async () => {
    const { tables } = database()
    const at = new Date('2026-02-03T04:05:06.789Z')
    const user = {
      id: 'u1',
      username: 'Ärmel',
      usernameKey: 'ärmel',
      role: 'trusted' as const,
      root: false,
      passwordHash: null,
      createdAt: at,
      updatedAt: at,
    }
    await database().write(async (transaction) => {
      await transaction.insert(tables.users).values(user)
      await transaction
        .insert(tables.settings)
        .values({ key: 'text', value: 'quote " and emoji 🎧', updatedAt: at })
    })
    const [stored] = await database().read.select().from(tables.users)
    expect(stored).toMatchObject(user)
    const [setting] = await database().read.select().from(tables.settings)
    expect(setting?.value).toBe('quote " and emoji 🎧')
  })

  it('allows only one root administrator', async () => {
    const { tables } = database()
    const root = (id: string) => ({
      id,
      username: id,
      usernameKey: id,
      role: 'admin' as const,
      root: true,
      passwordHash: null,
      createdAt: new Date(),
      updatedAt: new Date(),
    })
    await database().write((transaction) => transaction.insert(tables.users).values(root('first')))
    await expect(
      database().write((transaction) => transaction.insert(tables.users).values(root('second'))),
    ).rejects.toThrow()
    expect(await database().read.$count(tables.users)).toBe(1)
  })

  it('delivers a signal to its subscribers until they leave', async () => {
    const heard: string[] = []
    const leave = database().signals.subscribe('news', (message) => heard.push(message))
    database().signals.publish('news', 'a book arrived')
    await expect.poll(() => heard).toHaveLength(1)
    leave()
    const heardLater: string[] = []
    database().signals.subscribe('news', (message) => heardLater.push(message))
    database().signals.publish('news', 'another one')
    await expect.poll(() => heardLater).toEqual(['another one'])
    expect(heard).toEqual(['a book arrived'])
  })
})
