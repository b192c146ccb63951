import { expect, it } from 'vitest'
import { createTestAccounts, createTestClock, ROOT, setUp } from '#tests/support/accounts'
import { onEachDatabase } from '#tests/support/databases'

const DAY = 24 * 60 * 60_000
const browser = { address: '203.0.113.7', userAgent: 'Browser/1.0' }

onEachDatabase('sessions', (database) => {
  async function start() {
    const clock = createTestClock()
    const accounts = createTestAccounts(database(), { clock: clock.now })
    await setUp(accounts)
    const rows = () => database().read.select().from(database().tables.sessions)
    return { ...accounts, clock, rows }
  }

  it('identify the caller, and are stored as a digest', async () => {
    const { auth, rows } = await start()
    const token = await auth.login(ROOT, browser)
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(await auth.authenticate({ session: token }, { address: '' })).toMatchObject({
      user: { username: 'Rosa', role: 'admin', root: true },
      via: 'session',
    })
    const [row] = await rows()
    expect(row).toMatchObject(browser)
    expect(JSON.stringify(row)).not.toContain(token)
  })

  it('get a new token at every login and end the one they replace', async () => {
    const { auth } = await start()
    const planted = 'a token that somebody else knows'
    const first = await auth.login(ROOT, browser, planted)
    const second = await auth.login(ROOT, browser, first)
    expect(new Set([planted, first, second]).size).toBe(3)
    expect(await auth.authenticate({ session: planted }, { address: '' })).toBeNull()
    expect(await auth.authenticate({ session: first }, { address: '' })).toBeNull()
    expect(await auth.authenticate({ session: second }, { address: '' })).not.toBeNull()
  })

  it('in other browsers are not affected', async () => {
    const { auth } = await start()
    const [phone, desktop] = [await auth.login(ROOT, browser), await auth.login(ROOT, browser)]
    await auth.logout(await auth.authenticate({ session: phone }, { address: '' }))
    expect(await auth.authenticate({ session: phone }, { address: '' })).toBeNull()
    expect(await auth.authenticate({ session: desktop }, { address: '' })).not.toBeNull()
  })

  it('end thirty days after their last use', async () => {
    const { auth, clock, rows } = await start()
    const token = await auth.login(ROOT, browser)
    for (let use = 0; use < 3; use++) {
      clock.pass(29 * DAY)
      expect(await auth.authenticate({ session: token }, { address: '198.51.100.1' })).not.toBeNull()
      await expect.poll(async () => (await rows())[0]?.lastSeenAt).toEqual(clock.now())
    }
    expect((await rows())[0]?.address).toBe('198.51.100.1')
    clock.pass(30 * DAY)
    expect(await auth.authenticate({ session: token }, { address: '' })).toBeNull()
  })

  it('are removed at a later login once they have expired', async () => {
    const { auth, clock, rows } = await start()
    await auth.login(ROOT, browser)
    clock.pass(31 * DAY)
    await auth.login(ROOT, browser)
    expect(await rows()).toHaveLength(1)
  })

  it('are valid only under forms and oidc', async () => {
    const { auth, clock } = await start()
    const session = await auth.login(ROOT, browser)
    const seenUnder = async (type: string) => {
      const environment = { SVC_APP__FORCE_LOGIN_TYPE: type }
      const instance = createTestAccounts(database(), { environment, clock: clock.now })
      return (await instance.auth.authenticate({ session }, { address: '' }))?.via
    }
    expect(await seenUnder('forms')).toBe('session')
    expect(await seenUnder('oidc')).toBe('session')
    expect(await seenUnder('basic')).toBeUndefined()
    expect(await seenUnder('none')).toBe('open')
  })

  it('truncate what a browser says about itself', async () => {
    const { auth, rows } = await start()
    await auth.login(ROOT, { address: 'x'.repeat(5000), userAgent: 'y'.repeat(5000) })
    const [row] = await rows()
    expect(row?.userAgent).toHaveLength(300)
    expect(row?.address).toHaveLength(100)
  })
})
