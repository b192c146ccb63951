/* global localStorage, document, navigator, location, window, fetch, URL */
// Runs before the first paint: a pinned theme never flashes the other one, and what the app asks for first is on its
// way: who is signed in, the texts in the right language, the code of the page. A module would run too
// late. The build puts it into the page: see `scripts/lib/shell-of-build.ts`.
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
  preload(texts.get(language))

  // The pages of books are in one file: see the groups in `vite.config.ts`.
  const [page] = location.pathname.slice(new URL(document.baseURI).pathname.length).split('/')
  if (['search', 'book', 'requests'].includes(page))
    preload(document.querySelector('meta[name="earmark-books"]')?.content)

  // Zod would find out whether it may compile its checks by breaking the content security policy.
  window.__zod_globalConfig = { jitless: true }

  // `app/begun.ts` takes it.
  const url = new URL('api/session', document.baseURI).href
  window.earmarkBegun = { url, answer: fetch(url, { headers: { accept: 'application/json' } }) }
  // Whether it failed is looked at there.
  window.earmarkBegun.answer.catch(() => {})

  /** @param file nothing while nothing is built. */
  function preload(file) {
    if (!file) return
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = file
    document.head.append(link)
  }
})()
