/** Milliseconds without user activity after which a page counts as unattended. */
const UNATTENDED_AFTER = 60_000
const ACTIVITY_EVENTS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'focus'] as const

/**
 * Detects whether someone is at the page, as its own requests must not keep a session alive forever.
 * @param now milliseconds.
 * @returns a function that says whether the page is unattended.
 */
export function watchUnattended(page: Window, now: () => number = Date.now): () => boolean {
  let lastSign = now()
  for (const sign of ACTIVITY_EVENTS) {
    page.addEventListener(sign, () => void (lastSign = now()), { passive: true, capture: true })
  }
  return () => now() - lastSign > UNATTENDED_AFTER
}
