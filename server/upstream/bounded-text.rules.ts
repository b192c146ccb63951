/** In UTF-16 code units. Longer than the longest path of a file, name or message that means anything. */
const MAX_LENGTH = 4096

const LONE_SURROGATE = /\p{Surrogate}/gu

/**
 * Another service's text, made safe to process and store: truncated beyond any real length, and without the
 * characters that databases and addresses refuse (NUL and lone surrogates).
 * @param max in UTF-16 code units; characters are kept whole.
 */
export function boundedText(text: string, max = MAX_LENGTH): string {
  const end = isHighSurrogate(text.charCodeAt(max - 1)) ? max - 1 : max
  return (text.length > max ? text.slice(0, end) : text)
    .replaceAll('\u0000', ' ')
    .replaceAll(LONE_SURROGATE, '\ufffd')
}

const isHighSurrogate = (unit: number) => unit >= 0xd800 && unit <= 0xdbff
