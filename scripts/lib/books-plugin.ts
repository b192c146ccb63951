import type { Plugin } from 'vite'

/** The pages of books, which go together in one file of the build. */
const PAGES = /\/client\/features\/(search\/SearchPage|book\/BookPage|requests\/RequestsPage)\.vue$/
export const BOOKS = { name: 'books', test: PAGES }

/** Writes into the page where they are, so that it fetches them beside the app: see `client/public/early.js`. */
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
