/** Where people reach this server. */
interface LinkBase {
  /** Scheme, host and port without a trailing slash; null if unknown. */
  origin: string | null
  /** Begins and ends with a slash. */
  baseUrl: string
}

/** Links to a book's pages, for messages; empty if the public address is unknown. */
export function requestLinks({ origin, baseUrl }: LinkBase, book: { asin: string; region: string }) {
  if (!origin || !URL.canParse(origin)) return { bookUrl: '', requestUrl: '' }
  const start = origin + baseUrl
  return {
    bookUrl: `${start}search?q=${book.asin}&region=${book.region}`,
    requestUrl: `${start}requests?q=${book.asin}`,
  }
}
