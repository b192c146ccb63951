/** Words after a title that say how it is sold, not what it is called. */
const ADDITION = /\s*[([{][^)\]}]*[)\]}]\s*$/u
const SUBTITLE = /\s*(?::\s|\s[-–—]\s).*$/su
const EDITION = /[,\s]+(?:an?\s+novel|unabridged|abridged|dramati[sz]ed(?:\s+adaptation)?)\s*$/iu

/**
 * What to ask an indexer for, one after the other until something is found: many take nothing but plain words
 * and want each of them in the title of a release.
 * @returns title with the first author, title, and the main title without additions.
 */
export function searchQueries(book: { title: string; authors: readonly string[] }): string[] {
  const title = plain(book.title)
  const author = plain(book.authors[0] ?? '')
  const main = plain(mainTitle(book.title))
  return [...new Set([`${title} ${author}`.trim(), title, main])].filter((query) => query !== '')
}

/** The title without what stands in brackets at its end, its subtitle and words for the edition. */
function mainTitle(title: string): string {
  let main = title
  for (const addition of [ADDITION, ADDITION, SUBTITLE, EDITION]) {
    const shorter = main.replace(addition, '')
    if (/[\p{L}\p{N}]/u.test(shorter)) main = shorter
  }
  return main
}

/** Plain words: punctuation would be taken for operators or for part of a word, and & is written in many ways. */
function plain(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{M}\p{N}'’&.-]+/gu, ' ')
    .replaceAll(/(?<=^|\s)[-.&]+(?=\s|$)/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim()
}
