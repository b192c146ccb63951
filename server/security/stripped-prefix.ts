import type { H3Event } from 'h3'
import { LRUCache } from 'lru-cache'
import { BROWSER_PATH_HEADER } from '#contract/browser-path'
import type { Logger } from '#server/platform/log'
import { PageError, pageText } from '#server/errors/page-error'
import { defineProblem } from '#server/errors/problem'
import { isBelow, strippedPrefix } from './stripped-prefix.rules'
import { requestHeader } from './request-header'

/**
 * How many times in a row a caller may be redirected from `/` to the base path; browsers give up after 20.
 */
const MAX_TIMES = 5
/** Maximum milliseconds between redirects in a row: browsers follow them immediately. */
const ROW = 1000
/** Maximum number of callers remembered, and of prefixes logged. */
const MAX_CALLERS = 1000
const MAX_LOGGED = 20

const prefixStripped = defineProblem('prefix_stripped', 508)

/**
 * Detects proxies that strip the path prefix, and reports them: otherwise the browser sees an endless redirect, or a
 * page that fails to load.
 * @param dependencies.baseUrl begins and ends with a slash.
 */
export function createStrippedPrefix(dependencies: { baseUrl: string; clock: () => Date; log: Logger }) {
  const { baseUrl, clock, log } = dependencies
  const own = baseUrl.slice(0, -1)
  const rows = new LRUCache<string, { times: number; at: number }>({ max: MAX_CALLERS })
  const told = new Set<string>()

  function tell(prefix: string, base: string): void {
    if (told.has(base) || told.size >= MAX_LOGGED) return
    told.add(base)
    log.warn(
      'A reverse proxy strips {prefix} from the path. Configure it to keep the prefix, and set SVC_APP__BASE_URL={base}',
      { prefix, base },
    )
  }

  return {
    /** Notes that a request arrived correctly, so its sender is not in a loop. */
    noteArrival(event: H3Event): void {
      if (own !== '') rows.delete(callerOf(event))
    },

    /**
     * Called before a request for the root is redirected to the base path. Only browser navigations count:
     * monitoring tools request the root all the time and accept the redirect as a response.
     * @throws PageError `prefix_stripped` 508 if the redirect keeps leading back to the root.
     */
    refuseLoop(event: H3Event): void {
      if (!isBrowsing(event)) return
      const caller = callerOf(event)
      const at = clock().getTime()
      const before = rows.get(caller)
      const times = before && at - before.at < ROW ? before.times + 1 : 1
      rows.set(caller, { times, at })
      if (times < MAX_TIMES) return
      tell(own, own)
      throw stripped(own, own)
    },

    /** Notes that a page under the base path requested an address outside it, without the prefix. */
    noteOutside(event: H3Event): void {
      const referrer = requestHeader(event, 'referer')
      if (referrer === undefined || !URL.canParse(referrer)) return
      if (isBelow(new URL(referrer).pathname, baseUrl)) tell(own, own)
    },

    /**
     * Compares the path received with the one that a page reports from its browser.
     * @param path as received.
     * @throws PageError `prefix_stripped` 508 if they differ.
     */
    refuseStripped(event: H3Event, path: string): void {
      const shown = requestHeader(event, BROWSER_PATH_HEADER)
      const prefix = shown === undefined ? '' : strippedPrefix(shown, path)
      if (prefix === '') return
      tell(prefix, prefix + own)
      throw stripped(prefix, prefix + own)
    },
  }
}

/** Whether a browser navigates to a page; old browsers, and those on http, send no `Sec-Fetch-Mode`. */
const isBrowsing = (event: H3Event) =>
  requestHeader(event, 'sec-fetch-mode') === 'navigate' ||
  (requestHeader(event, 'accept') ?? '').includes('text/html')

const callerOf = (event: H3Event) =>
  JSON.stringify([
    event.context.origin.address,
    event.context.origin.host,
    requestHeader(event, 'user-agent')?.slice(0, 300),
  ])

function stripped(prefix: string, base: string): PageError {
  return new PageError(prefixStripped({ prefix, base }), {
    heading: pageText('prefix_stripped.heading', { prefix }),
    paragraphs: [pageText('prefix_stripped.set'), pageText('prefix_stripped.proxies')],
    setting: `SVC_APP__BASE_URL=${base}`,
  })
}
