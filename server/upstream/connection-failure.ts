const UNKNOWN_AUTHORITY =
  'its certificate is from an authority that this server does not know. If it is your own, set NODE_EXTRA_CA_CERTS to the file of that authority and start again'

/** What TLS says of such a certificate, by what the other side sent along. */
const AUTHORITY_CODES = [
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]

/** Connection failures in words that fit behind the name of a service; other codes are named as they are. */
const FAILURES: Record<string, string> = {
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
  ...Object.fromEntries(AUTHORITY_CODES.map((code) => [code, UNKNOWN_AUTHORITY])),
}

/** Failures where nothing was handed over for certain: the connection never came about. */
const BEFORE_SENDING = new Set([
  'ENOTFOUND',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'CERT_HAS_EXPIRED',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  ...AUTHORITY_CODES,
])

/** What a failed call of fetch says about the connection. */
export interface ConnectionFailure {
  /** Words without the address, which may hold secrets; no capital and no full stop. */
  reason: string
  /** Whether the request cannot have arrived. */
  neverSent: boolean
}

/** Reads what fetch, or the body of its answer, failed with: the code of the innermost cause says most. */
export function connectionFailure(error: unknown): ConnectionFailure {
  let code: string | undefined
  for (let current = error; current instanceof Error; current = current.cause) {
    // Ports of other protocols, which the Fetch standard blocks.
    if (current.message === 'bad port') {
      return { reason: 'the port of the address is not one for HTTP', neverSent: true }
    }
    if ('code' in current && typeof current.code === 'string') code = current.code
  }
  if (code === undefined) return { reason: 'the connection broke off', neverSent: false }
  return { reason: FAILURES[code] ?? `the connection failed (${code})`, neverSent: BEFORE_SENDING.has(code) }
}
