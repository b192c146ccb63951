/* global localStorage, document, navigator, location, window, fetch, URL */
// Runs before the first paint, so that a pinned theme never flashes the other one, and starts to fetch what the app needs
// first: who is signed in, the texts in the right language, the code of the page. A module would run too late. The build
// inlines this into the page: see `scripts/lib/shell-of-build.ts`.
;(function () {
  const root = document.documentElement

  function stored(key) {
    try {
      return localStorage.getItem(key)
    } catch {
      // Storage is disabled in this browser: the page follows the system.
      return null
    }
  }

  // `ui/theme/useTheme.ts` writes it.
  const pinned = stored('earmark.theme')
  if (pinned === 'light' || pinned === 'dark') root.dataset.theme = pinned

  // The build lists the languages, each with the first page's texts: see `scripts/lib/messages-plugin.ts`.
  const meta = document.querySelector('meta[name="earmark-texts"]')
  const texts = new Map(meta.content.split(' ').map((entry) => entry.split('=')))
  const base = (tag) => tag.split('-')[0].toLowerCase()

  /** The language itself, or another variant of it. */
  function nearest(tag) {
    const all = [...texts.keys()]
    return (
      all.find((one) => one.toLowerCase() === tag.toLowerCase()) ?? all.find((one) => base(one) === base(tag))
    )
  }

  // `app/language.ts` stores the person's choice, and reads the browser's language from here.
  const own = navigator.languages.map(nearest).find(Boolean) ?? 'en'
  const language = nearest(stored('earmark.language') ?? own) ?? own
  root.dataset.ownLanguage = own
  root.lang = language
  preload(texts.get(language))

  // The pages about books share one file: see the groups in `vite.config.ts`.
  const [page] = location.pathname.slice(new URL(document.baseURI).pathname.length).split('/')
  if (['search', 'book', 'requests'].includes(page))
    preload(document.querySelector('meta[name="earmark-books"]')?.content)

  // Zod's test of whether it may compile its checks would violate the content security policy.
  window.__zod_globalConfig = { jitless: true }

  // `app/earlySession.ts` uses the response; the options are those of `app/http.ts`.
  const url = new URL('api/session', document.baseURI).href
  const headers = { accept: 'application/json', 'x-earmark-page': '1' }
  window.earmarkEarlySession = { url, answer: fetch(url, { headers, redirect: 'manual' }) }
  // Failures are handled there.
  window.earmarkEarlySession.answer.catch(() => {})

  /** @param file undefined without a build. */
  function preload(file) {
    if (!file) return
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = file
    document.head.append(link)
  }
})()
