// Private use: no text contains it.
const MARK = '\uE000'

/**
 * What a text has around one of its values, for values that are links.
 * @param fill fills the text with the value
 */
export function around(fill: (value: string) => string): { before: string; after: string } {
  const [before = '', after = ''] = fill(MARK).split(MARK)
  return { before, after }
}
