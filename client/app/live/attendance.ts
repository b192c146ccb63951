/** Milliseconds without any sign of a person after which a page counts as left alone. */
const LEFT_AFTER = 60_000
const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'focus'] as const

/**
 * Notices whether somebody is at the page: what it fetches by itself must not keep a session alive for ever.
 * @param now milliseconds.
 * @returns tells whether the page is left alone.
 */
export function watchAttendance(page: Window, now: () => number = Date.now): () => boolean {
  let lastSign = now()
  for (const sign of SIGNS) {
    page.addEventListener(sign, () => void (lastSign = now()), { passive: true, capture: true })
  }
  return () => now() - lastSign > LEFT_AFTER
}
