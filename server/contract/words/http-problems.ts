/** Problems that only programs read: the pages send none of it, or have words of their own. See `PROBLEM_WORDS`. */
export const HTTP_PROBLEM_WORDS = {
  bad_address: 'The address is not a path and query with valid percent-encoding.',
  bad_host: {
    unreadable: 'The Host header is not a host name with or without a port.',
    two: 'The request has more than one Host header.',
  },
  bad_request: {
    unclear: 'The request cannot be understood.',
    not_http: 'What arrived is not a request of HTTP/1.1 with a method that is known.',
  },
  body_incomplete: 'The connection ended before the body did.',
  body_too_large: {
    bytes: 'The body is larger than {limit} bytes.',
    chunks: 'The extensions of the chunks of the body are too long.',
  },
  catalogue_unreachable: 'The catalogue cannot be reached. Is the server online?',
  catalogue_timeout: 'The catalogue did not answer in time. Try again in a moment.',
  catalogue_not_its_api: {
    not_json: 'The catalogue answered something that is not JSON. Is its address right?',
    too_long: 'The catalogue answered far more than its API would.',
    redirect: 'The catalogue redirects elsewhere ({status}). Is its address right?',
    form: 'The answer does not have the form of the catalogue. Is its address right?',
    no_search: 'The address of the catalogue does not know searches. Is it right?',
  },
  catalogue_failed: {
    too_many: 'The catalogue asks for fewer questions (429). Try again in a minute.',
    failed: 'The catalogue failed with status {status}. Try again in a moment.',
    refused: 'The catalogue refused with status {status}.',
  },
  headers_too_large: 'The address and the headers of the request are too long.',
  internal: 'Something went wrong. The log of the server says more under this request’s id.',
  invalid_api_key: 'This API key is unknown, disabled or expired.',
  invalid_json: {
    syntax: 'The body is not valid JSON.',
    nesting: 'The body is nested too deeply.',
    encoding: 'The body is not valid UTF-8.',
  },
  method_not_allowed: 'This address takes {methods}.',
  missing_role: 'This needs the role {role}.',
  not_found: {
    nothing: 'There is nothing at this address.',
    outside: 'There is nothing at this address. Everything of this server is below {base}.',
  },
  not_signed_in: 'Sign in first.',
  not_started: 'The server could not start. Its log says why.',
  prefix_stripped:
    'A reverse proxy strips {prefix} from the path, so that nothing of this server is found. Have the proxy keep the prefix, and set SVC_APP__BASE_URL={base}.',
  read_only_key: 'This API key may only read.',
  request_timeout: 'The request did not arrive in full in time.',
  unknown_host: {
    first:
      'This server does not know the name {name}. If the name is yours, set SVC_APP__ALLOWED_HOSTS={name} and start the server again.',
    another:
      'This server does not know the name {name}. If the name is yours, add {name} to SVC_APP__ALLOWED_HOSTS and start the server again. The log of the server has the whole line.',
  },
} as const
