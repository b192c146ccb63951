import { decode } from 'html-entities'

/** Longer than any summary seen (about 8,000 characters). Limits the work on a hostile response. */
const MAX_HTML = 20_000
/** The same limit for a title or a name. */
const MAX_LINE = 1000

// eslint-disable-next-line no-control-regex -- finding control characters is the point
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g
// eslint-disable-next-line no-control-regex -- finding control characters is the point
const CONTROL_EXCEPT_LINES = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029]+/g
const LONE_SURROGATE = /\p{Surrogate}/gu

const PARAGRAPH = /<\/?(?:p|div|ul|ol|h[1-6]|blockquote|table|tr)\b[^<>]*>/gi
const LINE = /<(?:br|li)\b[^<>]*>/gi
/** A letter must follow "<", so that "3 < 4" is kept. "<" is excluded inside to keep matching linear. */
const TAG = /<[/!?]?[a-z-][^<>]*>/gi

/**
 * A title or name on one line, or null if nothing is left. Control characters and whitespace become single
 * spaces. Broken Unicode, which databases refuse, is replaced. Markup is kept, since a title is plain text.
 */
export function oneLine(text: string | null | undefined): string | null {
  const clean = (text ?? '')
    .slice(0, MAX_LINE)
    .replace(LONE_SURROGATE, '\ufffd')
    .replace(CONTROL, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return clean === '' ? null : clean
}

/** Converts an HTML summary to plain text: a blank line between paragraphs, entities resolved, no tags. */
export function plainText(html: string | null | undefined): string | null {
  const marked = (html ?? '')
    .slice(0, MAX_HTML)
    .replace(/\s+/g, ' ')
    .replace(PARAGRAPH, '\n\n')
    .replace(LINE, '\n')
    .replace(TAG, '')
  const text = decode(marked)
    .replace(LONE_SURROGATE, '\ufffd')
    .replace(CONTROL_EXCEPT_LINES, ' ')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  return text === '' ? null : text
}
