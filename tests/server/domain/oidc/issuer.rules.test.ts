import { expect, it } from 'vitest'
import { issuerOfToken } from '#server/domain/oidc/issuer.rules'

const token = (claims: unknown) => `x.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.z`

it.each([
  [token({ iss: 'https://id.example/ä?', sub: 'ÿÿÿ~~~' }), 'https://id.example/ä?'],
  [token({ sub: 's' }), undefined],
  [token(null), undefined],
  ['no token', undefined],
  ['x.%%%.z', undefined],
])('The issuer of %s is %s', (idToken, issuer) => {
  expect(issuerOfToken(idToken)).toBe(issuer)
})
