import { expect, it } from 'vitest'
import { StartError } from '#server/errors/start-error'
import { createTestSettings } from '#tests/support/accounts'
import { onEachDatabase } from '#tests/support/databases'

onEachDatabase('settings', (database) => {
  it('have their defaults until they are set', async () => {
    const settings = createTestSettings(database())
    expect(await settings.get('min_password_length')).toBe(8)
    expect(await settings.get('login_type')).toBeUndefined()
    await settings.set('min_password_length', 12)
    await settings.set('login_type', 'none')
    expect(await settings.get('min_password_length')).toBe(12)
    expect(await settings.get('login_type')).toBe('none')
  })

  it('are refreshed on every instance', async () => {
    const [one, other] = [createTestSettings(database()), createTestSettings(database())]
    await one.set('login_type', 'forms')
    expect(await other.get('login_type')).toBe('forms')
    await other.set('login_type', 'basic')
    expect(await one.get('login_type')).toBe('basic')
  })

  it('include the settings of an OpenID Connect provider, its secret encrypted', async () => {
    const settings = createTestSettings(database())
    expect(await settings.oidcSettings()).toEqual({
      endpoint: '',
      clientId: '',
      clientSecret: '',
      scope: 'openid profile email',
      usernameClaim: 'preferred_username',
      groupClaim: '',
      roleGroups: { untrusted: '', trusted: '', admin: '' },
      redirectScheme: 'auto',
      logoutUrl: '',
      tokenEndpointAuthMethod: 'client_secret_post',
      allowTakeover: true,
    })
    await settings.set('oidc_client_id', 'earmark')
    await settings.set('oidc_client_secret', await settings.seal('oidc_client_secret', 'very secret'))
    expect(await settings.get('oidc_client_secret')).not.toContain('very secret')
    expect(await settings.oidcSettings()).toMatchObject({ clientId: 'earmark', clientSecret: 'very secret' })
  })

  it('refuse an invalid value, on reading and writing', async () => {
    const settings = createTestSettings(database())
    await expect(settings.set('min_password_length', 0)).rejects.toThrow()
    await database().write((transaction) =>
      transaction
        .insert(database().tables.settings)
        .values({ key: 'login_type', value: '"magic"', updatedAt: new Date() }),
    )
    await expect(settings.get('login_type')).rejects.toThrow()
  })
})

onEachDatabase('the secret key', (database) => {
  it('is accepted at every start if unchanged', async () => {
    await createTestSettings(database()).verifySecretKey()
    await createTestSettings(database()).verifySecretKey()
  })

  it('is refused if the database belongs to another, naming its origin', async () => {
    await createTestSettings(database()).verifySecretKey()
    const refused = createTestSettings(database(), { secretKey: 'another key altogether' }).verifySecretKey()
    await expect(refused).rejects.toThrow(StartError)
    await expect(refused).rejects.toThrow('SVC_APP__SECRET_KEY')
  })

  it('is chosen by one of the instances that start together on an empty database', async () => {
    const starts = ['the key of one', 'the key of one', 'the key of another', 'the key of another'].map(
      (secretKey) => createTestSettings(database(), { secretKey }).verifySecretKey(),
    )
    const outcomes = (await Promise.allSettled(starts)).map(({ status }) => status)
    expect(outcomes.toSorted()).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected'])
    expect(outcomes[0]).toBe(outcomes[1])
  })
})
