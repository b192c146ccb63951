import type { BrowserContext, Page } from 'playwright-core'
import { toast } from './pages'
import { appears } from './seeing'

declare global {
  interface Window {
    __errorToastShown: (text: string) => void
  }
}

interface ErrorToasts {
  shown: string[]
  claimed: string[]
}

const watched = new WeakMap<BrowserContext, ErrorToasts>()

/** Records every error message that any page of the browser profile shows, however briefly. */
export async function watchErrorToasts(context: BrowserContext): Promise<void> {
  const toasts: ErrorToasts = { shown: [], claimed: [] }
  watched.set(context, toasts)
  await context.exposeFunction('__errorToastShown', (text: string) => void toasts.shown.push(text))
  await context.addInitScript(() => {
    const seen = new WeakSet<Element>()
    new MutationObserver(() => {
      for (const element of document.querySelectorAll('[data-kind="failed"]')) {
        if (seen.has(element)) continue
        seen.add(element)
        window.__errorToastShown(element.textContent.trim())
      }
    }).observe(document, { subtree: true, childList: true })
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
  const { shown, claimed } = toastsOf(context)
  return shown.filter((text) => !claimed.some((claim) => text.includes(claim)))
}

function toastsOf(context: BrowserContext): ErrorToasts {
  const toasts = watched.get(context)
  if (!toasts) throw new Error('The messages of this browser profile are not watched')
  return toasts
}
