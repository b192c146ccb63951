import { describe, expect, it } from 'vitest'
import { ConfigError, parseConfig, variables } from '#server/platform/config'

describe('the configuration', () => {
  it('has the documented defaults in an empty environment', () => {
    expect(parseConfig({})).toMatchObject({
      port: 8000,
      debug: false,
      openapiEnabled: false,
      configDir: '/config',
      logLevel: 'INFO',
      baseUrl: '/',
      defaultRegion: 'us',
      defaultLanguage: 'en',
      forceLoginType: undefined,
      initRootUsername: undefined,
      initRootPassword: undefined,
      publicUrl: undefined,
      secretKey: undefined,
      catalogueBaseUrl: 'https://api.audible.{tld}',
      sqlitePath: 'db.sqlite',
      usePostgres: false,
      postgresHost: 'localhost',
      postgresPort: 5432,
      postgresDatabase: 'earmark',
      postgresUser: 'earmark',
      postgresPassword: 'password',
      postgresSslMode: 'prefer',
    })
    expect(parseConfig({}).trustedProxies).toHaveLength(2)
  })

  it('treats an empty variable as unset', () => {
    expect(parseConfig({ SVC_APP__PORT: '', SVC_APP__DEFAULT_REGION: '  ' })).toMatchObject({
      port: 8000,
      defaultRegion: 'us',
      defaultLanguage: 'en',
    })
  })

  it.each([
    ['', '/'],
    ['/', '/'],
    ['audiobooks', '/audiobooks/'],
    ['/audiobooks', '/audiobooks/'],
    ['/audiobooks/', '/audiobooks/'],
    ['//media//audiobooks//', '/media/audiobooks/'],
  ])('normalises the base path %j to %j', (given, expected) => {
    expect(parseConfig({ SVC_APP__BASE_URL: given }).baseUrl).toBe(expected)
  })

  it.each([
    ['true', true],
    ['TRUE', true],
    ['1', true],
    ['yes', true],
    ['off', false],
    ['0', false],
  ])('reads %j as %s', (given, expected) => {
    expect(parseConfig({ SVC_DB__USE_POSTGRES: given }).usePostgres).toBe(expected)
  })

  it.each([
    ['SVC_APP__PORT', '80000', 'a port number'],
    ['SVC_APP__PORT', '8e3', 'a port number'],
    ['SVC_APP__DEBUG', 'maybe', 'true or false'],
    ['SVC_APP__LOG_LEVEL', 'TRACE', 'DEBUG, INFO, WARN, ERROR'],
    ['SVC_APP__BASE_URL', 'https://example.org/books', 'a path such as /audiobooks'],
    ['SVC_APP__BASE_URL', '/a/../b', 'a path such as /audiobooks'],
    ['SVC_APP__BASE_URL', '/"><script>', 'a path such as /audiobooks'],
    ['SVC_APP__DEFAULT_REGION', 'nl', 'us, ca, uk'],
    ['SVC_APP__FORCE_LOGIN_TYPE', 'ldap', 'basic, forms, oidc, none'],
    ['SVC_APP__FORWARDED_ALLOW_IPS', '10.0.0.0/8, somewhere', 'IP addresses and networks'],
    ['SVC_APP__PUBLIC_URL', 'books.example.org', 'an http or https address'],
    ['SVC_APP__PUBLIC_URL', 'https://books.example.org/audiobooks', 'without credentials, path'],
    ['SVC_CATALOGUE__BASE_URL', 'ftp://example.org', 'an http or https address'],
    ['SVC_CATALOGUE__BASE_URL', 'https://api.example.{tld}/?key=1', 'without credentials or query'],
    ['SVC_CATALOGUE__BASE_URL', 'https://api.example.{tld}/#top', 'without credentials or query'],
    ['SVC_DB__POSTGRES_SSL_MODE', 'always', 'disable, allow, prefer'],
  ])('refuses %s=%s, naming it, the value and what is accepted', (name, value, accepted) => {
    expect(() => parseConfig({ [name]: value })).toThrow(ConfigError)
    expect(() => parseConfig({ [name]: value })).toThrow(name)
    expect(() => parseConfig({ [name]: value })).toThrow(JSON.stringify(value))
    expect(() => parseConfig({ [name]: value })).toThrow(accepted)
  })

  it.each(['SVC_APP__PUBLIC_URL', 'SVC_CATALOGUE__BASE_URL'])(
    'refuses credentials in %s, without showing them',
    (name) => {
      const parse = () => parseConfig({ [name]: 'https://ada:pass@word@books.example.org' })
      expect(parse).toThrow(/"https:\/\/\*\*\*@books\.example\.org".* without credentials/)
    },
  )

  it('never shows the value of a secret', () => {
    expect(() => parseConfig({ SVC_APP__SECRET_KEY: 'tooshort' })).toThrow(
      /SVC_APP__SECRET_KEY is a value that is not shown/,
    )
  })

  it('keeps spaces around a password', () => {
    expect(parseConfig({ SVC_DB__POSTGRES_PASSWORD: ' pass word ' }).postgresPassword).toBe(' pass word ')
  })

  it('names every variable once, with the prefix and two underscores', () => {
    const names = Object.values(variables).map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    for (const name of names) expect(name).toMatch(/^SVC_(APP|CATALOGUE|DB)__[A-Z]+(_[A-Z]+)*$/)
  })
})
