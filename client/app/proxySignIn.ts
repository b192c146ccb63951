import type { useUnsavedStore } from '#client/ui/forms/unsaved'

const KEY = 'earmark.reloadedForProxy'
/** Milliseconds in which the page reloads by itself at most once, in case the proxy still refuses its calls. */
const INTERVAL = 60_000

interface Dependencies {
  page: Pick<Window, 'location' | 'sessionStorage'>
  unsaved: Pick<ReturnType<typeof useUnsavedStore>, 'anyChanged'>
  now: () => number
}

/**
 * Loads the page again, so that a proxy in front of the server can ask people to sign in. With unsaved input, or if
 * that has just not helped, it is left to the person: failures say so, and offer it.
 */
export function reloadForProxy({ page, unsaved, now }: Dependencies): void {
  if (unsaved.anyChanged || !mayReload(page, now())) return
  page.location.reload()
}

/** Notes the reload, which is then allowed once per interval. */
function mayReload({ sessionStorage }: Dependencies['page'], at: number): boolean {
  try {
    const last = Number(sessionStorage.getItem(KEY) ?? NaN)
    if (Math.abs(at - last) < INTERVAL) return false
    sessionStorage.setItem(KEY, String(at))
    return true
  } catch {
    // Without storage, nothing would stop an endless loop.
    return false
  }
}
