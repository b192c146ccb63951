/**
 * What an entry of the audit log says beside who did what, as programs have always read it; roles, login types and
 * settings are values. The interface has fuller words for some.
 */
export const AUDIT_NOTE_WORDS = {
  /** As a former version wrote it down. */
  other: '{text}',
  // How somebody signed in, or what a password was given for
  form: 'form',
  basic: 'basic',
  openid_connect: 'OpenID Connect',
  password_change: 'password change',
  login_type: 'login_type',
  provider: 'provider',
  takeover: 'takeover',
  refused_by_provider: 'OpenID Connect: {reason}',
  // How an account came about or was changed
  root: 'root',
  reset_root: 'reset-root',
  root_password: 'with the password of the root administrator',
  role: '{role}',
  role_by_invitation: '{role}, invited by {name}',
  invited_by: 'by a link from {name}',
  role_by_provider: '{role}, by OpenID Connect',
  changed: '{before} → {after}',
  changed_by_groups: '{before} → {after}, by groups of the provider',
  changed_by_environment: '{before} → {after}, by {variable}',
  // What it was done with
  settings: '{names}',
  program: '{name}',
  address: '{address}',
  path: '{path}',
  book: '{asin}',
  key_owner: '{name}',
  keys: '{n}',
} as const
