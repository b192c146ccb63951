/* global localStorage, document */
// Runs before the first paint, so that a pinned theme never flashes the other one. The page's policy
// allows no inline script, and a module would run too late. `ui/theme/useTheme.ts` writes the value.
;(function () {
  let pinned
  try {
    pinned = localStorage.getItem('earmark.theme')
  } catch {
    // Storage is switched off in this browser: the page follows the system.
    pinned = null
  }
  if (pinned === 'light' || pinned === 'dark') document.documentElement.dataset.theme = pinned
})()
