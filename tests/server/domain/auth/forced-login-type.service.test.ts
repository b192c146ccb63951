import { expect, it } from 'vitest'
import { auditNoteText } from '#contract/audit-note'
import { createTestAccounts, ROOT, setUp } from '#tests/support/accounts'
import { onEachDatabase } from '#tests/support/databases'

const browser = { address: '203.0.113.7', userAgent: 'Browser/1.0' }

onEachDatabase('a login type prescribed by the environment', (database) => {
  const announced: unknown[] = []
  /** Starts an instance. */
  async function start(forced?: string) {
    const environment: Record<string, string> = forced ? { SVC_APP__FORCE_LOGIN_TYPE: forced } : {}
    const accounts = createTestAccounts(database(), {
      environment,
      announce: (event, audience) => announced.push([event, audience]),
    })
    await accounts.forcedLoginType.settle()
    return accounts
  }
  const sessions = () => database().read.$count(database().tables.sessions)
  const changes = async () => {
    const rows = await database().read.select().from(database().tables.auditEntries)
    return rows
      .filter(({ kind }) => kind === 'login_type_changed')
      .map(({ note }) => note && auditNoteText(note))
  }

  it('ends the sessions of another one at the next start, once, on every instance', async () => {
    await setUp(createTestAccounts(database()))
    const token = await (await start()).auth.login(ROOT, browser)
    announced.length = 0
    const [one] = await Promise.all([start('oidc'), start('oidc')])
    expect(await one.auth.authenticate({ session: token }, browser)).toBeNull()
    expect(await sessions()).toBe(0)
    expect(announced).toEqual([[{ topic: 'session' }, 'everyone']])
    expect(await changes()).toEqual(['forms → oidc, by SVC_APP__FORCE_LOGIN_TYPE'])

    await one.auth.login(ROOT, browser)
    await start('oidc')
    expect(await sessions()).toBe(1)
    expect(await changes()).toHaveLength(1)
  })

  it('ends them too when it is no longer prescribed', async () => {
    await setUp(createTestAccounts(database()))
    await (await start('oidc')).auth.login(ROOT, browser)
    expect(await sessions()).toBe(1)
    const later = await start()
    expect(await sessions()).toBe(0)
    expect(await changes()).toContain('oidc → forms, by SVC_APP__FORCE_LOGIN_TYPE')
    await later.auth.login(ROOT, browser)
    await start()
    expect(await sessions()).toBe(1)
  })

  it('leaves sessions alone if it is the stored one', async () => {
    await setUp(createTestAccounts(database()))
    await (await start()).auth.login(ROOT, browser)
    await start('forms')
    await start()
    expect(await sessions()).toBe(1)
    expect(await changes()).toEqual([])
  })

  it('lets no one sign in on an instance older than the change', async () => {
    await setUp(createTestAccounts(database()))
    const older = await start()
    await start('basic')
    await expect(older.auth.login(ROOT, browser)).rejects.toMatchObject({
      code: 'no_login_form',
      status: 409,
    })
    expect(await sessions()).toBe(0)
  })

  it('has no effect before the set-up', async () => {
    await start('none')
    await setUp(await start())
    expect(await changes()).toEqual([])
  })
})
