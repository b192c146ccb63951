/** A `fetch` that reaches a catalogue without a single book: no results, suggestions or categories, untitled stubs. */
export const emptyCatalogue: typeof fetch = () =>
  Promise.resolve(
    Response.json({ products: [], product: { asin: 'B000000000' }, model: { items: [] }, categories: [] }),
  )
