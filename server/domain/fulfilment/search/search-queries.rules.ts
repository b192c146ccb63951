/** Words after a title that describe the product, not its name. */
const ADDITION = /\s*[([{][^)\]}]*[)\]}]\s*$/u
const SUBTITLE = /\s*(?::\s|\s[-–—]\s).*$/su
const EDITION = /[,\s]+(?:an?\s+novel|unabridged|abridged|dramati[sz]ed(?:\s+adaptation)?)\s*$/iu

/**
 * The queries for an indexer, tried in order until one finds something: many indexers take only plain words and require
 * each of them in a release title.
 * @returns title with the first author, title, and main title.
 */
export function searchQueries(book: { title: string; authors: readonly string[] }): string[] {
  const title = plain(book.title)
  const author = plain(book.authors[0] ?? '')
  const main = plain(mainTitle(book.title))
  return [...new Set([`${title} ${author}`.trim(), title, main])].filter((query) => query !== '')
}

/** The title without trailing brackets, subtitle and edition words. */
function mainTitle(title: string): string {
  let main = title
  for (const addition of [ADDITION, ADDITION, SUBTITLE, EDITION]) {
    const shorter = main.replace(addition, '')
    if (/[\p{L}\p{N}]/u.test(shorter)) main = shorter
  }
  return main
}

/** Plain words only: punctuation would be read as an operator or as part of a word, and & is spelled in many ways. */
function plain(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{M}\p{N}'’&.-]+/gu, ' ')
    .replaceAll(/(?<=^|\s)[-.&]+(?=\s|$)/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim()
}
