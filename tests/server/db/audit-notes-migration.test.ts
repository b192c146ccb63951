import { describe, expect, it } from 'vitest'
import { auditNote, auditNoteText, type AuditNote } from '#contract/audit-note'
import type { AuditKind } from '#contract/audit'
import { postgresBefore, sqliteBefore } from '#tests/support/former-database'

/** What a former version stored for each kind of entry, and the note that replaces it. */
const STORED: [kind: AuditKind, detail: string | null, note: AuditNote | null][] = [
  ['sessions_ended', null, null],
  ['signed_in', 'form', auditNote('form')],
  ['signed_in', 'basic', auditNote('basic')],
  ['signed_in', 'OpenID Connect', auditNote('openid_connect')],
  ['sign_in_failed', 'password change', auditNote('password_change')],
  ['sign_in_failed', 'login_type', auditNote('login_type')],
  ['sign_in_failed', 'change of the login type', auditNote('login_type')],
  ['sign_in_failed', 'provider', auditNote('provider')],
  ['sign_in_failed', 'takeover', auditNote('takeover')],
  [
    'sign_in_failed',
    'OpenID Connect: The provider’s "answer" isn’t genuine.',
    auditNote('other', { text: 'OpenID Connect: The provider’s "answer" isn’t genuine.' }),
  ],
  ['user_created', 'root', auditNote('root')],
  ['user_created', 'trusted', auditNote('role', { role: 'trusted' })],
  ['user_created', 'untrusted, by OpenID Connect', auditNote('role_by_provider', { role: 'untrusted' })],
  ['account_linked', 'with the password of the root administrator', auditNote('root_password')],
  ['password_changed', 'reset-root', auditNote('reset_root')],
  ['role_changed', 'untrusted → admin', auditNote('changed', { before: 'untrusted', after: 'admin' })],
  [
    'role_changed',
    'admin → trusted, by groups of the provider',
    auditNote('changed_by_groups', { before: 'admin', after: 'trusted' }),
  ],
  ['login_type_changed', 'forms → oidc', auditNote('changed', { before: 'forms', after: 'oidc' })],
  [
    'login_type_changed',
    'forms → basic, by SVC_APP__FORCE_LOGIN_TYPE',
    auditNote('changed_by_environment', {
      before: 'forms',
      after: 'basic',
      variable: 'SVC_APP__FORCE_LOGIN_TYPE',
    }),
  ],
  ['login_type_changed', 'reset-root', auditNote('reset_root')],
  ['security_changed', 'oidc_scope, login_type', auditNote('settings', { names: 'oidc_scope, login_type' })],
  ['indexer_changed', 'enabled', auditNote('settings', { names: 'enabled' })],
  ['connection_changed', 'name, base_url', auditNote('settings', { names: 'name, base_url' })],
  ['connection_added', 'qBittorrent', auditNote('program', { name: 'qBittorrent' })],
  ['connection_removed', 'Plex', auditNote('program', { name: 'Plex' })],
  ['connection_tested', 'http://box:1', auditNote('address', { address: 'http://box:1' })],
  ['indexer_file_changed', "/it's/a \\ file", auditNote('path', { path: "/it's/a \\ file" })],
  ['library_match_rejected', 'B0EXAMPLE1', auditNote('book', { asin: 'B0EXAMPLE1' })],
  ['api_key_deleted', 'form', auditNote('key_owner', { name: 'form' })],
  ['api_keys_revoked', '12', auditNote('keys', { n: 12 })],
  ['api_keys_revoked', 'all of them', auditNote('other', { text: 'all of them' })],
]

const quoted = (text: string | null) => (text === null ? 'null' : `'${text.replaceAll("'", "''")}'`)

describe.each([
  ['SQLite', sqliteBefore],
  ['PostgreSQL', postgresBefore],
])('Notes that a former version stored with entries of the audit log (%s)', (_name, make) => {
  it('becomes a code if it is known, and keeps its words otherwise', async () => {
    const former = await make('_audit_notes')
    await former.execute(
      STORED.map(
        ([kind, detail], at) =>
          `insert into audit_entries (id, kind, detail, at) values ('e${at}', '${kind}', ${quoted(detail)}, ${former.time})`,
      ),
    )
    const { read, tables } = await former.open()
    const entries = await read.select().from(tables.auditEntries)
    expect(Object.fromEntries(entries.map(({ id, note }) => [id, note]))).toEqual(
      Object.fromEntries(STORED.map(([, , note], at) => [`e${at}`, note])),
    )
  })
})

it.each(STORED)('reads the same as before: %s, %s', (_kind, detail, note) => {
  const former = detail === 'change of the login type' ? 'login_type' : detail
  expect(note && auditNoteText(note)).toBe(former)
})

it('A note is filled with its values, and with the words of the provider’s reason for refusing', () => {
  expect(auditNoteText(auditNote('keys', { n: 1 }))).toBe('1')
  const refused = auditNote('refused_by_provider', { reason: 'claim_missing', name: 'email' })
  expect(auditNoteText(refused)).toBe(
    'OpenID Connect: The provider does not send your username: the claim email is missing.',
  )
  const away = { reason: 'provider_unreachable', step: 'token' }
  const words =
    'OpenID Connect: The provider cannot be reached when asked for its token: nothing is listening at the address'
  expect(auditNoteText(auditNote('refused_by_provider', { ...away, failure: 'ECONNREFUSED' }))).toBe(
    `${words}.`,
  )
  // As earlier versions stored it.
  const text = 'nothing is listening at the address (ECONNREFUSED)'
  expect(auditNoteText(auditNote('refused_by_provider', { ...away, text }))).toBe(`${words} (ECONNREFUSED).`)
  const name = { reason: 'username_unfit', issue: 'too_long' }
  expect(auditNoteText(auditNote('refused_by_provider', { ...name, maximum: 100 }))).toMatch(
    /cannot be used here: .*100[^.]*\.$/,
  )
})
