/** TLS errors for a certificate from an unknown authority; which one depends on the chain sent. */
const AUTHORITY_CODES = [
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]

/** Codes of failures before anything was sent: the connection was never made. */
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

/** What a failed fetch reveals about the connection. */
interface ConnectionFailure {
  /** The code of the reason's text, in `locales/en/failures.json`; without the address, which may contain secrets. */
  failure: string
  /** Whether it is certain that the request did not arrive. */
  neverSent: boolean
}

/** Reads the error of a fetch, or of its body: the code of the innermost cause is the most specific. */
export function connectionFailure(error: unknown): ConnectionFailure {
  let code: string | undefined
  for (let current = error; current instanceof Error; current = current.cause) {
    // The Fetch standard blocks ports of other protocols.
    if (current.message === 'bad port') return failureOf('bad_port', true)
    if ('code' in current && typeof current.code === 'string') code = current.code
  }
  return failureOf(code ?? 'broken_off', code !== undefined && BEFORE_SENDING.has(code))
}

function failureOf(code: string, neverSent: boolean): ConnectionFailure {
  return { failure: code, neverSent }
}
