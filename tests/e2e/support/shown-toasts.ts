import type { BrowserContext, Page } from 'playwright-core'
import { eventually } from '#tests/support/eventually'
import { toast } from './pages'
import { appears } from './seeing'

interface ShownToast {
  kind: 'done' | 'failed'
  text: string
}

declare global {
  interface Window {
    __toastShown: (toast: ShownToast) => void
  }
}

/** What the pages of a browser profile have shown. */
interface ShownToasts {
  /** Those about success since the last one that the test expected there. */
  done: Map<Page, string[]>
  failed: string[]
  /** Failures that the test causes on purpose. */
  claimed: string[]
}

const watched = new WeakMap<BrowserContext, ShownToasts>()

/** Records every message that any page of the browser profile shows, however briefly. */
export async function watchToasts(context: BrowserContext): Promise<void> {
  const toasts: ShownToasts = { done: new Map(), failed: [], claimed: [] }
  watched.set(context, toasts)
  await context.exposeBinding('__toastShown', ({ page }, { kind, text }: ShownToast) => {
    if (kind === 'failed') toasts.failed.push(text)
    else toasts.done.set(page, [...(toasts.done.get(page) ?? []), text])
  })
  await context.addInitScript(() => {
    const seen = new WeakSet<Element>()
    new MutationObserver(() => {
      for (const element of document.querySelectorAll<HTMLElement>('[data-kind]')) {
        if (seen.has(element)) continue
        seen.add(element)
        const kind = element.dataset['kind'] === 'failed' ? 'failed' : 'done'
        window.__toastShown({ kind, text: element.textContent.trim() })
      }
    }).observe(document, { subtree: true, childList: true })
  })
}

/**
 * Waits for a message about success. It may be gone already: it stays for a few seconds, while a busy machine may take
 * longer for what the test did in between. It, and those before it, do not count again.
 */
export function expectToast(page: Page, text: string): Promise<void> {
  const { done } = toastsOf(page.context())
  return eventually(() => {
    const shown = done.get(page) ?? []
    const place = shown.findIndex((each) => each.includes(text))
    if (place === -1) throw new Error(`No message with “${text}” was shown`)
    done.set(page, shown.slice(place + 1))
  })
}

/** Waits for an error message that the test causes on purpose; any other one fails the test. */
export async function expectErrorToast(page: Page, text: string): Promise<void> {
  toastsOf(page.context()).claimed.push(text)
  await appears(toast(page, text).and(page.locator('[data-kind="failed"]')).first())
}

/** Error messages that were shown and that no test expected. */
export async function unclaimedErrorToasts(context: BrowserContext): Promise<string[]> {
  // A page's reports arrive before the result of a later evaluation, which an unloading page cannot give.
  await Promise.allSettled(context.pages().map((page) => page.evaluate(() => undefined)))
  const { failed, claimed } = toastsOf(context)
  return failed.filter((text) => !claimed.some((claim) => text.includes(claim)))
}

function toastsOf(context: BrowserContext): ShownToasts {
  const toasts = watched.get(context)
  if (!toasts) throw new Error('The messages of this browser profile are not watched')
  return toasts
}
