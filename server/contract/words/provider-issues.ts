import { PROVIDER_FAILURE_WORDS } from './provider-failures'

/** What does not fit between the settings of sign-in and an OpenID Connect provider. */
export const PROVIDER_ISSUE_WORDS = {
  provider_in_use: 'People sign in with this provider. Change the sign-in method first.',
  no_openid_scope: 'Must include openid',
  not_set: 'This is not set.',
  endpoint_missing: 'The provider’s configuration lacks {name}.',
  endpoint_no_address: 'The provider’s {name} is no address: {address}.',
  endpoint_not_encrypted: 'The provider’s {name} is not encrypted (https), though this address is.',
  address_not_encrypted:
    'This address is not encrypted (https). Whoever is between this server and the provider can sign in as anybody.',
  no_code_response: 'The provider’s response_types_supported lacks code; it has {listed}.',
  unverifiable_signatures:
    'The provider signs with {listed} only, which cannot be checked. Give it a signing key, such as an RSA one.',
  method_not_supported: 'The provider does not know {method}, but {listed}.',
  methods_not_listed: 'The provider does not list what it knows, which usually means client_secret_basic.',
  not_listed: 'The provider does not list {name}, but {listed}. It works if the provider was told to add it.',
  claims_not_listed: 'The provider does not list its claims, so their names cannot be checked.',
  ...PROVIDER_FAILURE_WORDS,
} as const
