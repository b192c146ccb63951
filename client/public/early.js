/* global localStorage, document, navigator */
// Runs before the first paint: a pinned theme never flashes the other one, and the texts are on their way in the
// right language. The page's policy allows no inline script, and a module would run too late.
;(function () {
  const root = document.documentElement

  function stored(key) {
    try {
      return localStorage.getItem(key)
    } catch {
      // Storage is switched off in this browser: the page follows the system.
      return null
    }
  }

  // `ui/theme/useTheme.ts` writes it.
  const pinned = stored('earmark.theme')
  if (pinned === 'light' || pinned === 'dark') root.dataset.theme = pinned

  // The build names the languages, each with the texts of the first page: see `scripts/lib/messages-plugin.ts`.
  const meta = document.querySelector('meta[name="earmark-texts"]')
  const texts = new Map(meta.content.split(' ').map((entry) => entry.split('=')))
  const base = (tag) => tag.split('-')[0].toLowerCase()

  /** The language itself, or another kind of it. */
  function nearest(tag) {
    const all = [...texts.keys()]
    return (
      all.find((one) => one.toLowerCase() === tag.toLowerCase()) ?? all.find((one) => base(one) === base(tag))
    )
  }

  // `app/language.ts` keeps what the person chose, and reads what the browser is in.
  const own = navigator.languages.map(nearest).find(Boolean) ?? 'en'
  const language = nearest(stored('earmark.language') ?? own) ?? own
  root.dataset.ownLanguage = own
  root.lang = language
  if (!texts.get(language)) return
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  link.href = texts.get(language)
  document.head.append(link)
})()
