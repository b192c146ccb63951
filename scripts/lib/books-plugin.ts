import type { Plugin } from 'vite'

/** The pages about books, which share one build file. */
const PAGES = /\/client\/features\/(search\/SearchPage|book\/BookPage|requests\/RequestsPage)\.vue$/
export const BOOKS = { name: 'books', test: PAGES }

/**
 * Inlines the addresses of the files of these pages into the page, so that it loads them alongside the app:
 * see `client/public/early.js`.
 */
export function booksPlugin(): Plugin {
  return {
    name: 'earmark:books',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const chunk = Object.values(bundle).find(
          (file) => file.type === 'chunk' && file.moduleIds.some((id) => PAGES.test(id)),
        )
        const attrs = { name: 'earmark-books', content: chunk?.fileName ?? '' }
        return [{ tag: 'meta', attrs, injectTo: 'head-prepend' }]
      },
    },
  }
}
