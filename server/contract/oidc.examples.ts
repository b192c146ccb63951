import { example } from './example'
import { issueAt } from './issue-words'
import { fault } from './issues'
import { oidcCheckSchema, signedInAnswer, takeOverAccount } from './oidc'

example(oidcCheckSchema, {
  redirect_url: 'https://books.example.org/auth/oidc',
  logout_redirect_url: 'https://books.example.org/login',
  reachable: true,
  seen: {
    issuer: 'https://id.example.org',
    scopes: ['openid', 'profile'],
    claims: ['sub', 'preferred_username'],
    token_endpoint_auth_methods: ['client_secret_basic'],
  },
  problems: [
    issueAt(
      'oidc_token_endpoint_auth_method',
      fault('method_not_supported', {
        method: 'client_secret_post',
        listed: 'client_secret_basic',
        extent: 'whole',
      }),
    ),
  ],
  warnings: [
    issueAt('oidc_scope', fault('not_listed', { name: 'books', listed: 'openid, profile', extent: 'whole' })),
  ],
})
example(takeOverAccount.body, { password: 'a long pass phrase' })
example(signedInAnswer, { redirect_to: '/requests' })
