import migrations from 'earmark:migrations'
import { expect, it } from 'vitest'
import { isForeignKeyViolation, isUniqueViolation } from '#server/db/failures'
import type { Transaction } from '#server/db/database'
import { createGate } from '#tests/support/gate'
import { addUser } from '#tests/support/records'
import { onEachDatabase, openGiven } from './databases'

onEachDatabase('what is different there', (database) => {
  const settings = () => database().tables.settings
  const row = (key: string, value = '') => ({ key, value, updatedAt: new Date(0) })
  const insert = (transaction: Transaction, key: string) => transaction.insert(settings()).values(row(key))
  const keys = async () =>
    (await database().read.select({ key: settings().key }).from(settings())).map(({ key }) => key)

  it('is a transaction that waits for the next turn: it ends with an error and is rolled back', async () => {
    const waiting = database().write(async (transaction) => {
      await insert(transaction, 'half')
      await new Promise((resolve) => setImmediate(resolve))
    })
    await expect(waiting).rejects.toThrow('A transaction waited for something other than its queries')
    expect(await keys()).toEqual([])
    await database().write((transaction) => insert(transaction, 'next'))
    expect(await keys()).toEqual(['next'])
  })

  it('is a transaction that reads outside itself: it ends with an error', async () => {
    const waiting = database().write(async (transaction) => {
      await insert(transaction, 'half')
      await keys()
    })
    await expect(waiting).rejects.toMatchObject({
      cause: { message: 'Inside a transaction, only the transaction itself may be used' },
    })
    expect(await keys()).toEqual([])
  })

  it('is a transaction inside another, which ends with an error', async () => {
    const waiting = database().write((transaction) => database().write(() => insert(transaction, 'half')))
    await expect(waiting).rejects.toThrow('Inside a transaction, only the transaction itself may be used')
    expect(await keys()).toEqual([])
  })

  it('is a transaction used after its end', async () => {
    let kept: Transaction | undefined
    await database().write(async (transaction) => {
      kept = transaction
      await insert(transaction, 'within')
    })
    await expect(kept && insert(kept, 'after')).rejects.toThrow()
    expect(await keys()).toEqual(['within'])
  })

  it('is a write that fails after some statements', async () => {
    const failing = database().write(async (transaction) => {
      for (const key of ['one', 'two', 'three']) await insert(transaction, key)
      throw new Error('in the end')
    })
    await expect(failing).rejects.toThrow('in the end')
    expect(await keys()).toEqual([])
  })

  it('is a read during a transaction, which sees only committed rows', async () => {
    const half = createGate()
    const written = database().write(async (transaction) => {
      await insert(transaction, 'half')
      half.open()
      for (const key of ['one', 'two', 'three']) await insert(transaction, key)
      throw new Error('undone')
    })
    const beside = half.pass().then(keys)
    await expect(written).rejects.toThrow('undone')
    expect(await beside).toEqual([])
  })

  it('is a statement with more than a hundred variables', async () => {
    const given = Array.from({ length: 500 }, (_, index) => row(`key ${index}`, `‘'"?’ ${index}`))
    await database().write((transaction) => transaction.insert(settings()).values(given))
    expect(await database().read.select().from(settings()).orderBy(settings().key)).toMatchObject(
      given.toSorted((one, other) => (one.key < other.key ? -1 : 1)),
    )
  })

  it('is a result with more than a hundred columns: it is refused here too, so every suite would show one', async () => {
    await database().write((transaction) => insert(transaction, 'one'))
    const ofColumns = (count: number) => {
      const columns = Array.from({ length: count }, (_, at) => [`column${at}`, settings().key] as const)
      return database().read.select(Object.fromEntries(columns)).from(settings())
    }
    expect(Object.keys((await ofColumns(100))[0] ?? {})).toHaveLength(100)
    await expect(ofColumns(101)).rejects.toMatchObject({
      cause: { message: 'too many columns in result set: SQLITE_ERROR' },
    })
  })

  it('is the code of an error, which is only in its message', async () => {
    await addUser(database(), 'Tess', 'trusted')
    const again = addUser(database(), 'Tess', 'trusted')
    await expect(again).rejects.toSatisfy(isUniqueViolation)
    const { sessions } = database().tables
    const at = new Date(0)
    const session = {
      id: 'of nobody',
      userId: 'nobody',
      tokenHash: 'hash',
      createdAt: at,
      lastSeenAt: at,
      expiresAt: at,
    }
    const ofNobody = database().write((transaction) => transaction.insert(sessions).values(session))
    await expect(ofNobody).rejects.toSatisfy(isForeignKeyViolation)
  })

  it('is its size, which is estimated', async () => {
    const { space } = database()
    const before = await space.sizeOf(['settings', 'users'])
    await database().write((transaction) =>
      transaction.insert(settings()).values(row('long', 'x'.repeat(100_000))),
    )
    const after = await space.sizeOf(['settings', 'users'])
    expect([before > 0, after - before > 100_000, (await space.usage()).bytes > after]).toEqual([
      true,
      true,
      true,
    ])
  })

  it('is that it reopens unchanged, but not under an older build', async () => {
    await database().write((transaction) => insert(transaction, 'kept'))
    const again = await openGiven()
    expect(await again.read.$count(settings())).toBe(1)
    await expect(openGiven(migrations.slice(0, -1))).rejects.toThrow('newer version')
  })
})
