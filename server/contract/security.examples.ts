import { example } from './example'
import { getSecurity, patchSecurity } from './security'

example(getSecurity.answers[200].schema, {
  login_type: 'forms',
  access_token_expiry: 43_200,
  min_password_length: 8,
  oidc_endpoint: 'https://id.example.org/.well-known/openid-configuration',
  oidc_client_id: 'earmark',
  oidc_client_secret: { set: true },
  oidc_scope: 'openid profile email',
  oidc_username_claim: 'preferred_username',
  oidc_group_claim: 'groups',
  oidc_group_untrusted: '',
  oidc_group_trusted: '/listeners',
  oidc_group_admin: '/admin',
  last_group_claim: {
    at: '2026-05-01T12:00:00.000Z',
    username: 'robin',
    claim: 'groups',
    sent: true,
    groups: ['/listeners', '/staff'],
    role: 'trusted',
  },
  oidc_logout_url: '',
  oidc_allow_takeover: true,
})
example(patchSecurity.body, {
  login_type: 'oidc',
  root_username: 'robin',
  root_password: 'a long pass phrase',
})
