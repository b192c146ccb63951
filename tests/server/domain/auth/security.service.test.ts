import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { auditNoteText } from '#contract/audit-note'
import { fault } from '#contract/issues'
import type { OidcProblem, OidcSettings } from '#server/domain/settings/settings.types'
import { actor, createTestAccounts, createTestClock, ROOT, setUp } from '#tests/support/accounts'
import { onEachDatabase } from '#tests/support/databases'
import { outcomesOf } from '#tests/support/outcomes'

const browser = { address: '203.0.113.7', userAgent: undefined }
const asRoot = { root_username: ROOT.username, root_password: ROOT.password }
const provider = {
  oidc_endpoint: 'https://id.example.org/.well-known/openid-configuration',
  oidc_client_id: 'earmark',
  oidc_client_secret: 'hush hush',
}

/** A change with the root administrator's credentials. */
const byRoot = <T extends object>(changes: T) => ({ ...asRoot, ...changes })

onEachDatabase('the sign-in settings', (database) => {
  async function start(environment: Record<string, string> = {}) {
    const clock = createTestClock()
    const checked: OidcSettings[] = []
    const problems: OidcProblem[] = []
    const announced: unknown[] = []
    let held: Promise<void> = Promise.resolve()
    const instance = () =>
      createTestAccounts(database(), {
        clock: clock.now,
        environment,
        announce: (event, audience) => announced.push([event, audience]),
        checkOidc: (settings) => {
          checked.push(settings)
          return held.then(() => problems)
        },
      })
    const accounts = instance()
    if (!(await accounts.setup.describe(null)).initialized) await setUp(createTestAccounts(database()))
    const audited = async () => {
      const rows = await database().read.select().from(database().tables.auditEntries)
      return rows.map(({ kind, subject, note }) => [kind, subject, note && auditNoteText(note)])
    }
    /** Stops the provider's responses until released; earlier callers keep waiting. */
    function hold(on = true): () => void {
      let release: () => void = () => undefined
      held = on ? new Promise((released) => (release = released)) : Promise.resolve()
      return release
    }
    return { ...accounts, hold, another: instance, clock, checked, problems, announced, audited }
  }

  it('have defaults, and can be changed in part', async () => {
    const { security, another } = await start()
    expect(await security.get()).toEqual({
      login_type: 'forms',
      force_login_type: null,
      access_token_expiry: 43_200,
      min_password_length: 8,
      oidc_endpoint: '',
      oidc_client_id: '',
      oidc_client_secret: { set: false },
      oidc_scope: 'openid profile email',
      oidc_username_claim: 'preferred_username',
      oidc_group_claim: '',
      oidc_group_untrusted: '',
      oidc_group_trusted: '',
      oidc_group_admin: '',
      last_group_claim: null,
      oidc_redirect_scheme: 'auto',
      oidc_logout_url: '',
      oidc_token_endpoint_auth_method: 'client_secret_post',
      oidc_allow_takeover: true,
    })
    const changes = {
      ...provider,
      min_password_length: 1,
      oidc_group_claim: 'groups',
      oidc_allow_takeover: false,
    }
    await security.update(byRoot(changes), actor())
    expect(await another().security.get()).toMatchObject({
      ...changes,
      oidc_client_secret: { set: true },
      oidc_scope: 'openid profile email',
    })
    await security.update(
      byRoot({ min_password_length: null, oidc_group_claim: null, oidc_client_secret: null }),
      actor(),
    )
    expect(await security.get()).toMatchObject({
      min_password_length: 8,
      oidc_client_id: 'earmark',
      oidc_client_secret: { set: false },
      oidc_group_claim: '',
    })
  })

  it('keep the client secret encrypted and out of the audit log', async () => {
    const { security, settings, audited } = await start()
    await security.update(byRoot(provider), actor())
    expect(JSON.stringify(await database().read.select().from(database().tables.settings))).not.toContain(
      'hush',
    )
    expect((await settings.oidcSettings()).clientSecret).toBe('hush hush')
    expect(await audited()).toContainEqual([
      'security_changed',
      null,
      'oidc_endpoint, oidc_client_id, oidc_client_secret',
    ])
    await security.update(byRoot({ oidc_client_id: 'other' }), actor())
    expect((await settings.oidcSettings()).clientSecret).toBe('hush hush')
  })

  it('change the login type on every instance at once, and end all sessions but the caller’s', async () => {
    const { security, auth, another, announced, audited } = await start()
    const mine = await auth.login(ROOT, browser)
    const other = await auth.login(ROOT, browser)
    const me = await auth.authenticate({ session: mine }, browser)
    const neighbour = another()
    await security.update({ login_type: 'none', ...asRoot }, actor(me?.user, me?.sessionId))
    expect(await neighbour.auth.loginType()).toBe('none')
    await security.update({ login_type: 'forms', ...asRoot }, actor(me?.user, me?.sessionId))
    expect(await neighbour.auth.authenticate({ session: other }, browser)).toBeNull()
    expect(await neighbour.auth.authenticate({ session: mine }, browser)).not.toBeNull()
    expect(announced).toContainEqual([{ topic: 'session' }, 'everyone'])
    expect(await audited()).toContainEqual(['login_type_changed', 'none', 'forms → none'])
  })

  it.each(['forms', 'basic', 'none'] as const)(
    'change the login type %s only with root’s password',
    async (from) => {
      const { security, auth, users, another } = await start()
      await users.create(
        { username: 'mila', password: 'a long password', role: 'admin', extra_data: null },
        actor(),
      )
      if (from !== 'forms') await security.update({ login_type: from, ...asRoot }, actor())
      const to = from === 'none' ? 'forms' : 'none'
      for (const given of [
        {},
        { ...asRoot, root_password: 'wrong horse' },
        { root_username: 'mila', root_password: 'a long password' },
        { root_username: 'nobody', root_password: ROOT.password },
      ]) {
        await expect(
          security.update({ login_type: to, min_password_length: 3, ...given }, actor()),
        ).rejects.toMatchObject({ code: 'wrong_root_credentials', status: 403 })
      }
      expect(await another().auth.loginType()).toBe(from)
      expect((await security.get()).min_password_length).toBe(8)
      await security.update({ login_type: from }, actor())
      await security.update({ login_type: to, ...asRoot }, actor())
      expect(await auth.loginType()).toBe(to)
    },
  )

  it('sign everyone out except the caller’s browser, on every instance', async () => {
    const { security, auth, another, announced, audited } = await start()
    const [mine, other] = [await auth.login(ROOT, browser), await auth.login(ROOT, browser)]
    const me = await auth.authenticate({ session: mine }, browser)
    await security.endAllSessions(actor(me?.user, me?.sessionId), { apiKeys: false })
    expect(await another().auth.authenticate({ session: other }, browser)).toBeNull()
    expect(await another().auth.authenticate({ session: mine }, browser)).not.toBeNull()
    expect(announced).toContainEqual([{ topic: 'session' }, 'everyone'])
    expect(await audited()).toContainEqual(['sessions_ended', null, null])
  })

  it('slow down anyone who guesses root’s password', async () => {
    const { security } = await start()
    const guess = { login_type: 'none', root_username: ROOT.username, root_password: 'a guess' } as const
    for (let i = 0; i < 5; i++) {
      await expect(security.update(guess, actor())).rejects.toMatchObject({ status: 403 })
    }
    await expect(security.update({ ...guess, ...asRoot }, actor())).rejects.toMatchObject({ status: 429 })
  })

  it('cannot change what the environment prescribes', async () => {
    const { security } = await start({ SVC_APP__FORCE_LOGIN_TYPE: 'forms' })
    expect(await security.get()).toMatchObject({ login_type: 'forms', force_login_type: 'forms' })
    const refused = security.update({ login_type: 'none', ...asRoot }, actor())
    await expect(refused).rejects.toMatchObject({ code: 'login_type_forced', status: 409 })
    await expect(refused).rejects.toThrow('SVC_APP__FORCE_LOGIN_TYPE')
    await security.update({ login_type: 'forms', min_password_length: 9 }, actor())
    expect((await security.get()).min_password_length).toBe(9)
  })

  it('do not lock root out by a type that cannot carry root’s name', async () => {
    const colon = { username: 'root:admin', password: 'correct horse' }
    await createTestAccounts(database()).setup.initialise({
      login_type: 'forms',
      ...colon,
      confirm_password: colon.password,
    })
    const { security } = await start()
    const change = {
      login_type: 'basic',
      root_username: colon.username,
      root_password: colon.password,
    } as const
    await expect(security.update(change, actor())).rejects.toMatchObject({
      code: 'root_username_has_colon',
      status: 409,
    })
  })

  it('switch to oidc only if it is configured and the provider answers', async () => {
    const { security, auth, problems, checked } = await start()
    const change = { login_type: 'oidc', ...asRoot } as const
    await expect(security.update(byRoot(change), actor())).rejects.toMatchObject({
      code: 'oidc_not_ready',
      status: 409,
      errors: [{ path: 'oidc_endpoint' }, { path: 'oidc_client_id' }, { path: 'oidc_client_secret' }],
    })
    expect(checked).toEqual([])
    problems.push({
      severity: 'unreachable',
      field: 'oidc_endpoint',
      fault: fault('provider_too_slow', { step: 'configuration' }),
    })
    await security.update(byRoot(provider), actor())
    await expect(security.update(byRoot(change), actor())).rejects.toMatchObject({
      code: 'oidc_not_ready',
      errors: [{ path: 'oidc_endpoint', code: 'provider_too_slow' }],
    })
    problems.splice(0, 1, {
      severity: 'warning',
      field: 'oidc_group_claim',
      fault: fault('claims_not_listed'),
    })
    await security.update(byRoot(change), actor())
    expect(await auth.loginType()).toBe('oidc')
    expect(checked.at(-1)).toMatchObject({ clientId: 'earmark', clientSecret: 'hush hush' })
  })

  it('keep the settings in use, until the login type changes', async () => {
    const { security, settings } = await start()
    await security.update(byRoot({ ...provider, login_type: 'oidc', ...asRoot }), actor())
    for (const field of ['oidc_endpoint', 'oidc_client_id', 'oidc_client_secret'] as const) {
      for (const empty of ['', null]) {
        const refused = security.update(byRoot({ [field]: empty, min_password_length: 3 }), actor())
        await expect(refused).rejects.toMatchObject({
          code: 'oidc_not_ready',
          status: 409,
          errors: [{ path: field, code: 'provider_in_use' }],
        })
      }
    }
    expect(await settings.oidcSettings()).toMatchObject({ clientId: 'earmark', clientSecret: 'hush hush' })
    expect((await security.get()).min_password_length).toBe(8)
    await security.update(byRoot({ oidc_client_id: 'another' }), actor())
    await security.update(byRoot({ oidc_client_id: '', login_type: 'forms', ...asRoot }), actor())
    await security.update(byRoot({ oidc_endpoint: '', oidc_client_secret: '' }), actor())
  })

  describe('changed by two administrators at the same moment', () => {
    it('do not switch to a provider whose settings were cleared meanwhile', async () => {
      const { security, another, auth, checked, hold } = await start()
      await security.update(byRoot(provider), actor())
      const release = hold()
      const switching = security.update(byRoot({ login_type: 'oidc', ...asRoot }), actor())
      await expect.poll(() => checked.length).toBe(2)
      await another().security.update(byRoot({ oidc_client_secret: '', oidc_endpoint: '' }), actor())
      release()
      await expect(switching).rejects.toMatchObject({
        code: 'oidc_not_ready',
        errors: [{ path: 'oidc_endpoint' }, { path: 'oidc_client_secret' }],
      })
      expect(await auth.loginType()).toBe('forms')
    })

    it('are not cleared once people sign in through the provider', async () => {
      const { security, another, checked, hold, settings } = await start()
      await security.update(byRoot(provider), actor())
      const release = hold()
      const clearing = security.update(byRoot({ oidc_client_id: '', min_password_length: 3 }), actor())
      await expect.poll(() => checked.length).toBe(2)
      hold(false)
      await another().security.update(byRoot({ login_type: 'oidc', ...asRoot }), actor())
      release()
      await expect(clearing).rejects.toMatchObject({
        code: 'oidc_not_ready',
        errors: [{ path: 'oidc_client_id', code: 'provider_in_use' }],
      })
      expect(await settings.oidcSettings()).toMatchObject({ clientId: 'earmark' })
      expect((await security.get()).min_password_length).toBe(8)
    })

    it('end in one of the two states, whichever comes first', async () => {
      const { security, another, auth, settings } = await start()
      await security.update(byRoot(provider), actor())
      const outcomes = await outcomesOf([
        security.update(byRoot({ login_type: 'oidc', ...asRoot }), actor()),
        another().security.update(byRoot({ oidc_client_secret: null }), actor()),
      ])
      expect(outcomes.toSorted()).toEqual(['done', 'oidc_not_ready'])
      const { clientSecret } = await settings.oidcSettings()
      expect((await auth.loginType()) === 'oidc').toBe(clientSecret !== '')
    })
  })

  it('of a provider can be filled in step by step if the environment prescribes it', async () => {
    const { security } = await start({ SVC_APP__FORCE_LOGIN_TYPE: 'oidc' })
    await security.update(byRoot({ oidc_client_id: 'earmark' }), actor())
    await security.update(byRoot({ oidc_endpoint: provider.oidc_endpoint }), actor())
    await expect(security.update(byRoot({ oidc_client_id: null }), actor())).rejects.toMatchObject({
      status: 409,
    })
  })

  it('are not saved if the provider contradicts them', async () => {
    const { security, problems, checked } = await start()
    const noScope = fault('not_listed', { name: 'books', listed: 'openid', extent: 'whole' })
    problems.push({ severity: 'issue', field: 'oidc_scope', fault: noScope })
    await expect(
      security.update(byRoot({ ...provider, oidc_scope: 'openid books' }), actor()),
    ).rejects.toMatchObject({
      status: 422,
      errors: [{ path: 'oidc_scope', ...noScope }],
    })
    expect(checked).toMatchObject([{ scope: 'openid books', clientSecret: 'hush hush' }])
    expect((await security.get()).oidc_endpoint).toBe('')
    await security.update(byRoot({ min_password_length: 9 }), actor())
  })

  it('that identify the provider need the root administrator’s password, the others do not', async () => {
    const { security, settings, checked, audited } = await start()
    await security.update(byRoot(provider), actor())
    checked.length = 0
    const guarded = [
      { oidc_endpoint: 'https://evil.example/', oidc_client_secret: 'mine' },
      { oidc_endpoint: null },
      { oidc_client_id: 'other' },
      { oidc_client_secret: 'hush hush' },
      { oidc_client_secret: null },
      { oidc_username_claim: 'email' },
      { oidc_group_claim: 'groups' },
      { oidc_scope: 'openid' },
      { oidc_redirect_scheme: 'http' as const },
      { oidc_logout_url: 'https://evil.example/' },
      { oidc_token_endpoint_auth_method: 'client_secret_basic' as const },
      { oidc_allow_takeover: false },
    ]
    for (const change of guarded) {
      await expect(security.update(change, actor())).rejects.toMatchObject({
        code: 'wrong_root_credentials',
        status: 403,
        errors: [{ path: 'root_username' }, { path: 'root_password' }],
      })
    }
    const wrong = { oidc_client_id: 'other', ...asRoot, root_password: 'a wrong pass phrase' }
    await expect(security.update(wrong, actor())).rejects.toMatchObject({ code: 'wrong_root_credentials' })
    expect(checked).toEqual([])
    expect(await settings.oidcSettings()).toMatchObject({ clientId: 'earmark', clientSecret: 'hush hush' })
    expect((await audited()).filter(([kind]) => kind === 'security_changed')).toHaveLength(1)
    // Unchanged settings require no password, nor do those of sessions and passwords.
    const { oidc_client_secret: _, ...same } = provider
    await security.update({ ...same, min_password_length: 10 }, actor())
  })

  describe('the client secret', () => {
    it('is sent only to the origin it was entered for', async () => {
      const { security, settings, checked } = await start()
      await security.update(byRoot(provider), actor())
      checked.length = 0
      for (const oidc_endpoint of [
        'https://evil.example',
        'http://id.example.org',
        'https://id.example.org:8443',
      ]) {
        await expect(security.update(byRoot({ oidc_endpoint }), actor())).rejects.toMatchObject({
          status: 422,
          errors: [{ path: 'oidc_client_secret', code: 'enter_again' }],
        })
      }
      expect(checked).toEqual([])
      await security.update(byRoot({ oidc_endpoint: 'https://id.example.org/realms/home' }), actor())
      expect((await settings.oidcSettings()).clientSecret).toBe('hush hush')
      const moved = { oidc_endpoint: 'https://other.example', oidc_client_secret: 'another' }
      await security.update(byRoot(moved), actor())
      expect((await settings.oidcSettings()).clientSecret).toBe('another')
    })

    it('cannot be redirected by removing an address in between', async () => {
      const { security, settings } = await start()
      await security.update(byRoot(provider), actor())
      await security.update(byRoot({ oidc_endpoint: null }), actor())
      const change = byRoot({ oidc_endpoint: 'https://evil.example' })
      await expect(security.update(change, actor())).rejects.toMatchObject({ status: 422 })
      expect((await settings.oidcSettings({ oidc_endpoint: 'https://evil.example' })).clientSecret).toBe('')
      await security.update(byRoot({ oidc_endpoint: provider.oidc_endpoint }), actor())
      expect((await settings.oidcSettings()).clientSecret).toBe('hush hush')
    })

    it('of a former version belongs to the origin it was sent to', async () => {
      const { security, settings } = await start()
      await security.update(byRoot(provider), actor())
      const { settings: rows } = database().tables
      const forget = () =>
        database().write((within) => within.delete(rows).where(eq(rows.key, 'oidc_client_secret_home')))
      await forget()
      expect((await settings.oidcSettings()).clientSecret).toBe('hush hush')
      const change = byRoot({ oidc_endpoint: 'https://evil.example' })
      await expect(security.update(change, actor())).rejects.toMatchObject({ status: 422 })
      await security.update(byRoot({ oidc_endpoint: null }), actor())
      await expect(security.update(change, actor())).rejects.toMatchObject({ status: 422 })
    })

    it('is not sent to an address that was stored beside it in another way', async () => {
      const { security, settings } = await start()
      await security.update(byRoot(provider), actor())
      await settings.set('oidc_endpoint', 'https://evil.example')
      expect((await settings.oidcSettings()).clientSecret).toBe('')
    })
  })

  it('that were only tested are logged', async () => {
    const { security, problems, audited } = await start()
    problems.push({ severity: 'issue', field: 'oidc_endpoint', fault: fault('not_set') })
    await expect(security.update(byRoot(provider), actor())).rejects.toMatchObject({ status: 422 })
    expect(await audited()).toContainEqual(['connection_tested', 'OpenID Connect', 'https://id.example.org'])
  })

  it('define how long a session lasts without use, even an existing one', async () => {
    const { security, auth, clock } = await start()
    const session = await auth.login(ROOT, browser)
    await security.update({ access_token_expiry: 1 }, actor())
    clock.pass(59_000)
    expect(await auth.authenticate({ session }, browser)).not.toBeNull()
    const lastSeen = async () =>
      (await database().read.select().from(database().tables.sessions))[0]?.lastSeenAt
    await expect.poll(lastSeen).toEqual(clock.now())
    clock.pass(59_000)
    expect(await auth.authenticate({ session }, browser)).not.toBeNull()
    clock.pass(61_000)
    expect(await auth.authenticate({ session }, browser)).toBeNull()
  })
})
