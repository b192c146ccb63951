/** A stored cookie; browsers do not separate cookies by port. */
interface KeptCookie {
  host: string
  path: string
  name: string
  value: string
  secure: boolean
}

/**
 * The stored cookies after a `set-cookie` header from an address. Pages on http can neither set a cookie of https nor
 * replace one (RFC 6265bis, 5.7).
 */
function withCookie(kept: readonly KeptCookie[], address: URL, header: string): KeptCookie[] {
  const [pair = '', ...attributes] = header.split(';').map((part) => part.trim())
  const name = pair.slice(0, pair.indexOf('='))
  const attribute = (wanted: string) =>
    attributes.find((text) => text.toLowerCase().startsWith(`${wanted}=`))?.slice(wanted.length + 1)
  const path = attribute('path') ?? '/'
  const secure = attributes.some((text) => text.toLowerCase() === 'secure')
  const encrypted = address.protocol === 'https:'
  const isOverlaid = kept.some((cookie) => cookie.name === name && cookie.secure && isFor(address)(cookie))
  if (!encrypted && (secure || isOverlaid)) return [...kept]
  const others = kept.filter(
    (cookie) => !(cookie.name === name && cookie.host === address.hostname && cookie.path === path),
  )
  const gone = attribute('max-age') === '0' || Date.parse(attribute('expires') ?? '9999-12-31') <= Date.now()
  if (gone) return others
  return [...others, { host: address.hostname, path, name, value: pair.slice(pair.indexOf('=') + 1), secure }]
}

/** Cookies are sent to their path and everything under it. */
const isFor = (address: URL) => (cookie: KeptCookie) =>
  cookie.host === address.hostname &&
  (address.pathname === cookie.path ||
    address.pathname.startsWith(cookie.path.endsWith('/') ? cookie.path : `${cookie.path}/`))

/** Cookies of https are sent only over https. */
const isSentTo = (address: URL) => (cookie: KeptCookie) =>
  isFor(address)(cookie) && (!cookie.secure || address.protocol === 'https:')

/**
 * The parts of a browser that sign-in needs: it stores cookies, follows redirects one at a time, and submits
 * a page's only form.
 * @param options.headers added to every request, as by a proxy.
 * @param options.reach where a request for an address is really sent, for hosts that exist only in the test.
 */
export function createHttpBrowser(
  options: { headers?: Record<string, string>; reach?: (address: URL) => URL } = {},
) {
  let kept: KeptCookie[] = []

  async function request(address: string | URL, init: RequestInit = {}): Promise<Response> {
    const url = new URL(address)
    const cookie = kept.filter(isSentTo(url)).map(({ name, value }) => `${name}=${value}`)
    const headers = { accept: 'text/html', ...options.headers, cookie: cookie.join('; ') }
    const answer = await fetch(options.reach?.(url) ?? url, {
      redirect: 'manual',
      ...init,
      headers: { ...headers, ...(init.headers && Object.fromEntries(new Headers(init.headers))) },
    })
    for (const header of answer.headers.getSetCookie()) kept = withCookie(kept, url, header)
    return answer
  }

  /**
   * Follows redirects.
   * @param arrived stops before an address is requested.
   * @returns the last address, and its response unless it was stopped.
   */
  async function follow(
    start: string,
    arrived: (address: URL) => boolean = () => false,
    init?: RequestInit,
  ): Promise<{ address: URL; answer?: Response }> {
    let address = new URL(start)
    for (let step = 0; step < 20; step++) {
      if (arrived(address)) return { address }
      const answer = await request(address, step === 0 ? init : undefined)
      const location = answer.headers.get('location')
      if (location === null) return { address, answer }
      address = new URL(location, address)
    }
    throw new Error('Too many redirects')
  }

  return {
    request,
    follow,
    /** Submits a form to the address of its page. */
    submit: (
      address: string | URL,
      fields: Record<string, string>,
      arrived?: (address: URL) => boolean,
    ): Promise<{ address: URL; answer?: Response }> =>
      follow(String(address), arrived, { method: 'POST', body: new URLSearchParams(fields) }),
    /** The value of this server's cookie for a purpose, whatever its full name. */
    cookie: (purpose: string): string | undefined =>
      kept.find(({ name }) => name.replace(/^__Secure-/, '').startsWith(`earmark_${purpose}_`))?.value,
    /** The names of all cookies. */
    cookieNames: (): string[] => kept.map(({ name }) => name),
  }
}

export type HttpBrowser = ReturnType<typeof createHttpBrowser>
