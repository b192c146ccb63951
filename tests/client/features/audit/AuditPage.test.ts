import { describe, expect, it } from 'vitest'
import { auditNote } from '#contract/audit-note'
import type { AuditEntryDto } from '#contract/audit'
import { json } from '#tests/client/support/fakeServer'
import { openPage } from '#tests/client/support/openPage'

function anEntry(entry: Partial<AuditEntryDto> = {}): AuditEntryDto {
  return {
    id: 'e1',
    kind: 'signed_in',
    at: '2026-01-02T10:00:00Z',
    actor: 'marta',
    subject: null,
    detail: null,
    note: null,
    address: null,
    ...entry,
  }
}

const open = (entries: AuditEntryDto[], at = '/settings/audit', total = entries.length) =>
  openPage(at, {
    user: { role: 'admin' },
    answers: { 'GET /api/audit': () => json({ entries, total }) },
  })

describe('the audit log', () => {
  it.each([
    [{ kind: 'sign_in_failed', actor: null, address: '192.0.2.7' }, ['A sign-in failed', '192.0.2.7']],
    [{ kind: 'password_changed', subject: 'marta' }, ['marta changed their own password']],
    [{ kind: 'password_changed', subject: 'lea' }, ['marta changed the password of lea']],
    [
      {
        kind: 'role_changed',
        subject: 'lea',
        note: auditNote('changed', { before: 'untrusted', after: 'admin' }),
      },
      ['marta changed the role of lea', 'from Member to Administrator'],
    ],
    [
      {
        kind: 'login_type_changed',
        subject: 'oidc',
        note: auditNote('changed', { before: 'forms', after: 'oidc' }),
      },
      ['the login type: OpenID Connect', 'from Sign-in page to OpenID Connect'],
    ],
    [
      {
        kind: 'indexer_changed',
        subject: 'Prowlarr',
        note: auditNote('settings', { names: 'enabled, prowlarr_api_key' }),
      },
      ['marta changed the settings of Prowlarr', 'On or off, API key'],
    ],
    [
      {
        kind: 'indexer_changed',
        subject: 'MyAnonamouse',
        note: auditNote('settings', { names: 'mam_base_url' }),
      },
      ['marta changed the settings of MyAnonamouse', 'Base URL'],
    ],
    [
      {
        kind: 'connection_changed',
        subject: 'Shelf',
        note: auditNote('settings', {
          names: 'name, priority, audiobookshelf_api_key, audiobookshelf_scan, base_url',
        }),
      },
      ['marta changed the connection Shelf', 'Name, Priority, API key, Scan for new files, Base URL'],
    ],
    [
      {
        kind: 'security_changed',
        note: auditNote('settings', { names: 'oidc_client_secret, access_token_expiry' }),
      },
      ['marta changed the security settings', 'Client secret, Stay signed in for'],
    ],
    [
      { kind: 'sign_in_failed', note: auditNote('login_type') },
      ['Sign-in as marta failed', 'to change the login type'],
    ],
    [
      {
        kind: 'indexer_changed',
        actor: null,
        subject: 'Prowlarr',
        note: auditNote('settings', { names: 'enabled' }),
      },
      ['The configuration file changed the settings of Prowlarr'],
    ],
    [
      {
        kind: 'connection_added',
        actor: null,
        subject: 'Box',
        note: auditNote('program', { name: 'Deluge' }),
      },
      ['The configuration file added the connection Box'],
    ],
    [
      { kind: 'indexer_file_changed', note: auditNote('path', { path: '/config/indexers.json' }) },
      ['marta changed which configuration file', '/config/indexers.json'],
    ],
    [
      { kind: 'api_keys_revoked', subject: 'lea', note: auditNote('keys', { n: 2 }) },
      ['marta revoked the API keys of lea', '2 keys'],
    ],
    [
      {
        kind: 'sign_in_failed',
        actor: null,
        detail: 'What the server says.',
        note: auditNote('refused_by_provider', {
          reason: 'provider_unreachable',
          step: 'token',
          failure: 'ECONNREFUSED',
        }),
      },
      ['OpenID Connect: The provider cannot be reached', 'token: nothing is listening at the address.'],
    ],
    [
      {
        kind: 'sign_in_failed',
        actor: null,
        detail: 'What the server says.',
        note: auditNote('refused_by_provider', { reason: 'of_a_later_version' }),
      },
      ['What the server says.'],
    ],
    [
      { kind: 'sign_in_failed', detail: 'What the server says.', note: { code: 'new_way', params: {} } },
      ['Sign-in as marta failed', 'What the server says'],
    ],
  ] as const)('is shown as sentences: %o', async (entry, said) => {
    const { text } = await open([anEntry(entry)])
    for (const words of said) expect(text()).toContain(words)
  })

  it('can be filtered by kind, starting with the first page', async () => {
    const { server, fill, path } = await open([anEntry()], '/settings/audit?page=2', 120)
    await fill('Show', 'role_changed')
    expect(path()).toBe('/settings/audit?kind=role_changed')
    const query = server.called('GET /api/audit').at(-1)?.query
    expect(Object.fromEntries(query ?? [])).toEqual({ kind: 'role_changed', limit: '50', offset: '0' })
  })

  it('ignores a kind that does not exist', async () => {
    const { server } = await open([anEntry()], '/settings/audit?kind=nonsense')
    expect(server.called('GET /api/audit')[0]?.query.has('kind')).toBe(false)
  })

  it('leads back from an emptied page to the last one', async () => {
    const { path } = await open([], '/settings/audit?kind=signed_in&page=9', 120)
    expect(path()).toBe('/settings/audit?kind=signed_in&page=3')
  })

  it('leads back to everything if nothing is of that kind', async () => {
    const { text, press, path } = await open([], '/settings/audit?kind=user_deleted')
    expect(text()).toContain('Nothing of this kind')
    await press('Show everything')
    expect(path()).toBe('/settings/audit')
  })
})
