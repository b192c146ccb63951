import type { Region } from '#contract/common'

/** The page of a book. @param region of the catalogue that it is from; left out, the page asks the server. */
export function bookRoute({ asin, region }: { asin: string; region?: Region }) {
  return { name: 'book', params: { asin }, query: region ? { region } : {} }
}
