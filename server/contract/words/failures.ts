const UNKNOWN_AUTHORITY =
  'its certificate is from an authority that this server does not know. If it is your own, set NODE_EXTRA_CA_CERTS to the file of that authority and start again'

/** Why no connection came about, or why it ended, by the code that the system gives; to stand behind a colon. */
export const FAILURE_WORDS = {
  ENOTFOUND: 'the host of the address is not known',
  EAI_AGAIN: 'the name of the host cannot be looked up at the moment',
  ECONNREFUSED: 'nothing listens at the address',
  ECONNRESET: 'the connection broke off',
  UND_ERR_SOCKET: 'the connection broke off',
  EHOSTUNREACH: 'the host of the address cannot be reached',
  ENETUNREACH: 'the network of the address cannot be reached',
  ETIMEDOUT: 'the host of the address does not answer',
  UND_ERR_CONNECT_TIMEOUT: 'the host of the address does not answer',
  HPE_INVALID_CONSTANT: 'something other than HTTP answers at the address',
  ERR_SSL_WRONG_VERSION_NUMBER: 'the address says https, but plain http answers there',
  CERT_HAS_EXPIRED: 'the certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for another host',
  DEPTH_ZERO_SELF_SIGNED_CERT: UNKNOWN_AUTHORITY,
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_AUTHORITY,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_AUTHORITY,
  /** The Fetch standard blocks ports of other protocols. */
  bad_port: 'the port of the address is not one for HTTP',
  broken_off: 'the connection broke off',
  other: 'the connection failed ({code})',
} as const

/** What answered in place of the API of a service. */
export const FOUND_WORDS = {
  web_page: 'a web page',
  not_json: 'something that is not JSON',
  status: 'status {status}',
  status_alone: 'status {status} without {service}’s words',
  too_long: 'far longer than its API would make it',
  not_a_list: 'not the list that was asked for',
  unreadable_list: 'a list of which nothing can be read ({reason})',
} as const
export type FoundCode = keyof typeof FOUND_WORDS
