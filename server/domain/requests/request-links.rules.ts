/** Where people reach this server. */
interface LinkBase {
  /** Scheme, host and port, without a slash at the end; null when not known. */
  origin: string | null
  /** With a slash at both ends. */
  baseUrl: string
}

/** Addresses of pages about a book, for messages; empty when it is not known where people reach the server. */
export function requestLinks({ origin, baseUrl }: LinkBase, book: { asin: string; region: string }) {
  if (!origin || !URL.canParse(origin)) return { bookUrl: '', requestUrl: '' }
  const start = origin + baseUrl
  return {
    bookUrl: `${start}search?q=${book.asin}&region=${book.region}`,
    requestUrl: `${start}requests?q=${book.asin}`,
  }
}
