/** Replaces a hidden part of an address. */
const MASK = '***'

/** Paths whose last group is a token: webhooks of Discord and Slack, Telegram bots, and browser addresses. */
const TOKEN_PATHS = [
  /^(.*\/webhooks\/\d+\/)([^/]+)/,
  /^(\/services\/T[^/]+\/B[^/]+\/)([^/]+)/,
  /^(\/bot\d+:)([^/]+)/,
  /^(\/(?:[^/]+\/)*)([\w:.~=-]{60,})$/,
]

/**
 * An address with its secrets hidden: the password, query values and tokens in the path. A username without a
 * password is a token too.
 */
export function maskAddress(address: string): string {
  const url = new URL(address)
  const path = maskPath(url)
  if (url.username === '' && url.password === '' && url.search === '' && path === url.pathname) return address
  return `${url.protocol}//${maskUserinfo(url)}${url.host}${path}${maskQuery(url)}`
}

function maskPath({ pathname }: URL): string {
  return TOKEN_PATHS.reduce((path, pattern) => path.replace(pattern, `$1${MASK}`), pathname)
}

function pathTokens({ pathname }: URL): string[] {
  return TOKEN_PATHS.flatMap((pattern) => pattern.exec(pathname)?.[2] ?? [])
}

function maskUserinfo({ username, password }: URL): string {
  if (password !== '') return `${username}:${MASK}@`
  return username === '' ? '' : `${MASK}@`
}

function maskQuery({ search }: URL): string {
  if (search === '') return ''
  const parts = search
    .slice(1)
    .split('&')
    .map((part) => (part.includes('=') ? `${part.slice(0, part.indexOf('='))}=${MASK}` : MASK))
  return `?${parts.join('&')}`
}

/** Whether an address contains a hidden part, as sent back by a form. */
function holdsMask(address: string): boolean {
  const url = new URL(address)
  const { username, password, search } = url
  const values = search
    .slice(1)
    .split('&')
    .map((part) => part.slice(part.indexOf('=') + 1))
  return [username, password, ...values, ...pathTokens(url)].includes(MASK)
}

/**
 * The address to store.
 * @param stored the present address; null for a new target.
 * @returns null if hidden parts were sent back in a different address, since they must not be sent there.
 */
export function resolveAddress(given: string, stored: string | null): string | null {
  if (stored !== null && given === maskAddress(stored)) return stored
  return holdsMask(given) ? null : given
}

/** Removes from an address what a fetch does not accept in it: the username and password move to a header. */
export function splitAddress(address: string): {
  url: string
  userinfo: { username: string; password: string } | null
} {
  const url = new URL(address)
  const { username, password } = url
  if (username === '' && password === '') return { url: address, userinfo: null }
  url.username = ''
  url.password = ''
  return {
    url: url.href,
    userinfo: { username: decodeLeniently(username), password: decodeLeniently(password) },
  }
}

/** The hidden parts of an address, as written and decoded. */
export function addressSecrets(address: string): string[] {
  const url = new URL(address)
  const written = [
    url.password,
    url.password === '' ? url.username : '',
    ...pathTokens(url),
    ...url.search
      .slice(1)
      .split('&')
      .map((part) => part.slice(part.indexOf('=') + 1)),
  ]
  return [...written, ...written.map(decodeLeniently)]
}

/** Decodes a text; a percent sign that encodes nothing is kept. */
function decodeLeniently(text: string): string {
  return text.replace(/(%[0-9a-f]{2})+/gi, (encoded) => {
    const bytes = encoded.match(/[0-9a-f]{2}/gi) ?? []
    return new TextDecoder().decode(Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 16)))
  })
}
