const LONE_SURROGATE = /\p{Surrogate}/gu

/**
 * A text of another service as it may be worked on and stored: no longer than anything real, and without what
 * databases refuse (NUL and halves of characters).
 * @param max in UTF-16 code units; no character is cut in two.
 */
export function boundedText(text: string, max: number): string {
  const end = isHighSurrogate(text.charCodeAt(max - 1)) ? max - 1 : max
  return (text.length > max ? text.slice(0, end) : text)
    .replaceAll('\u0000', ' ')
    .replaceAll(LONE_SURROGATE, '\ufffd')
}

const isHighSurrogate = (unit: number) => unit >= 0xd800 && unit <= 0xdbff
