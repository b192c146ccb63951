import { describe, expect, it } from 'vitest'
import { textOf } from '#contract/issue-words'
import { compareWithProvider, findMissingSettings } from '#server/domain/oidc/discovery.rules'
import type { ProviderFacts } from '#server/domain/oidc/oidc.types'
import type { OidcSettings } from '#server/domain/settings/settings.types'

const settings: OidcSettings = {
  endpoint: 'https://id.example/.well-known/openid-configuration',
  clientId: 'earmark',
  clientSecret: 'secret',
  scope: 'openid profile',
  usernameClaim: 'preferred_username',
  groupClaim: 'groups',
  roleGroups: { untrusted: '', trusted: '', admin: '' },
  redirectScheme: 'auto',
  logoutUrl: '',
  tokenEndpointAuthMethod: 'client_secret_post',
  allowTakeover: true,
}
const facts: ProviderFacts = {
  issuer: 'https://id.example',
  endpoints: {
    authorization_endpoint: 'https://id.example/authorize',
    token_endpoint: 'https://id.example/token',
    jwks_uri: 'https://id.example/jwks',
    userinfo_endpoint: undefined,
    end_session_endpoint: undefined,
  },
  scopes: ['openid', 'profile', 'groups'],
  claims: ['sub', 'preferred_username', 'groups'],
  responseTypes: ['code'],
  tokenEndpointAuthMethods: ['client_secret_post', 'client_secret_basic'],
  signingAlgorithms: ['RS256'],
}

const find = (changes: { settings?: Partial<OidcSettings>; facts?: Partial<ProviderFacts> }) =>
  compareWithProvider({ ...settings, ...changes.settings }, { ...facts, ...changes.facts })

const said = (changes: Parameters<typeof find>[0]) =>
  find(changes).map((found) => [found.severity, found.field, textOf(found.fault)])

describe('comparing the settings with the provider', () => {
  it('finds no fault if everything fits', () => {
    expect(find({})).toEqual([])
    expect(find({ settings: { endpoint: 'https://id.example/' } })).toEqual([])
    expect(find({ settings: { groupClaim: '' }, facts: { claims: ['preferred_username'] } })).toEqual([])
    expect(find({ settings: { usernameClaim: 'groups.name' } })).toEqual([])
    const realm = 'https://id.example/realms/home'
    for (const issuer of [realm, `${realm}/`]) {
      for (const endpoint of [realm, `${realm}/`, `${realm}/.well-known/openid-configuration`]) {
        expect(find({ settings: { endpoint }, facts: { issuer } })).toEqual([])
      }
    }
  })

  it.each<[string, Parameters<typeof find>[0], string, RegExp]>([
    [
      'an endpoint that is missing',
      { facts: { endpoints: { ...facts.endpoints, token_endpoint: undefined } } },
      'oidc_endpoint',
      /token_endpoint/,
    ],
    [
      'an endpoint that is no address',
      { facts: { endpoints: { ...facts.endpoints, jwks_uri: '/jwks' } } },
      'oidc_endpoint',
      /jwks_uri.*\/jwks/,
    ],
    [
      'an endpoint that is less safe than the configuration',
      { facts: { endpoints: { ...facts.endpoints, token_endpoint: 'http://id.example/token' } } },
      'oidc_endpoint',
      /token_endpoint.*https/,
    ],
    ['another way of signing in', { facts: { responseTypes: ['id_token'] } }, 'oidc_endpoint', /code/],
    [
      'signatures with the client secret',
      { facts: { signingAlgorithms: ['HS256', 'none'] } },
      'oidc_endpoint',
      /HS256.*signing key/,
    ],
    [
      'another authentication',
      { facts: { tokenEndpointAuthMethods: ['private_key_jwt'] } },
      'oidc_token_endpoint_auth_method',
      /private_key_jwt/,
    ],
    ...(
      [
        ['https://auth.example', 'https://id.example'],
        ['http://id.example', 'https://id.example'],
        ['https://id.example:8443', 'https://id.example'],
        ['https://id.example/realms/other', 'https://id.example/realms/home'],
        ['https://id.example', 'https://id.example/realms/home'],
        ['https://id.example/realms/home', 'https://id.example'],
        ['https://id.example@evil.example', 'https://id.example'],
        ['https://id.example?', 'https://id.example/x'],
        ['id.example', 'https://id.example'],
      ] as const
    ).map(([issuer, endpoint]): [string, Parameters<typeof find>[0], string, RegExp] => [
      `${issuer} at ${endpoint}`,
      { settings: { endpoint }, facts: { issuer } },
      'oidc_endpoint',
      /calls itself .*not the issuer of this address/,
    ]),
  ])('refuses %s', (_what, changes, field, words) => {
    expect(said(changes)).toEqual([['issue', field, expect.stringMatching(words)]])
  })

  it.each<[string, Parameters<typeof find>[0], string, RegExp]>([
    ['does not list its claims', { facts: { claims: undefined } }, 'oidc_username_claim', /does not list/],
    ['lists no claims', { facts: { claims: [] } }, 'oidc_username_claim', /does not list/],
    [
      'does not list the claim of the username',
      { settings: { usernameClaim: 'upn' } },
      'oidc_username_claim',
      /sub, preferred.*upn/,
    ],
    [
      'does not list a scope',
      { settings: { scope: 'openid books' } },
      'oidc_scope',
      /openid, profile.*books/,
    ],
    ['does not list the groups', { settings: { groupClaim: 'roles' } }, 'oidc_group_claim', /roles/],
    [
      'does not list its authentication',
      { facts: { tokenEndpointAuthMethods: undefined } },
      'oidc_token_endpoint_auth_method',
      /client_secret_basic/,
    ],
  ])('warns where the provider %s', (_what, changes, field, words) => {
    expect(said(changes)).toEqual([['warning', field, expect.stringMatching(words)]])
  })

  it('does not miss openid and sub, which always exist', () => {
    const sub = { usernameClaim: 'sub', groupClaim: '' }
    expect(find({ settings: sub, facts: { claims: ['name'], scopes: ['profile'] } })).toEqual([])
    expect(find({ settings: sub, facts: { claims: undefined } })).toEqual([])
  })

  it('warns about an unencrypted address', () => {
    const endpoint = 'http://id.lan'
    expect(find({ settings: { endpoint }, facts: { issuer: endpoint } })).toMatchObject([
      { severity: 'warning', field: 'oidc_endpoint' },
    ])
  })

  it('ignores scopes and algorithms that the provider does not list', () => {
    expect(
      find({ facts: { scopes: undefined, signingAlgorithms: undefined, responseTypes: undefined } }),
    ).toEqual([])
  })
})

describe('a list of the provider', () => {
  const saidOf = (scopes: string[]) => {
    const [found] = find({ settings: { scope: 'openid books' }, facts: { scopes } })
    return found && textOf(found.fault)
  }

  it('says whether it is empty, or longer than what is shown of it', () => {
    expect(saidOf([])).toContain('lists neither books nor anything else.')
    expect(saidOf(['openid'])).toContain('lists openid, but not books.')
    const many = Array.from({ length: 31 }, (_, at) => `s${at + 1}`)
    expect(saidOf(many)).toMatch(/lists s1, .*, s30 and others, but not books\. It works/)
  })

  it('reads the same where an earlier version stored only its text', () => {
    expect(textOf({ code: 'not_listed', params: { name: 'books', listed: 'a, b and others' } })).toContain(
      'lists a, b and others, but not books.',
    )
  })
})

describe('a missing entry', () => {
  it('is named', () => {
    expect(findMissingSettings(settings)).toEqual([])
    const empty = { ...settings, endpoint: '', clientId: '', clientSecret: '' }
    expect(findMissingSettings(empty).map(({ field }) => field)).toEqual([
      'oidc_endpoint',
      'oidc_client_id',
      'oidc_client_secret',
    ])
  })
})
