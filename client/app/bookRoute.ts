import type { Region } from '#contract/common'

/** The route of a book's page. @param region of its catalogue; if omitted, the page asks the server. */
export function bookRoute({ asin, region }: { asin: string; region?: Region }) {
  return { name: 'book', params: { asin }, query: region ? { region } : {} }
}
