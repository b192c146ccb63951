import { escapeMarkup } from '#server/upstream/markup.rules'
import { breakMassMentions } from './mass-mentions.rules'

/** How a service interprets a text. */
export type TextFormat = 'plain' | 'markdown' | 'html'

/** An address with everything that may belong to it; parentheses only in pairs. */
const ADDRESS = /https?:\/\/(?:[^\s"'()>]|\([^\s"'()>]*\))+/gi
/** Characters that usually follow an address and rarely end it. */
const BEHIND_ADDRESS = /(?<![?!.,:;])[?!.,:;]+$/

/**
 * Characters that are markup anywhere: those of CommonMark, and those of Discord's mentions, spoilers and
 * timestamps. Both allow a backslash before anything but letters and digits.
 * @see https://spec.commonmark.org/0.31.2/#backslash-escapes
 */
const ANYWHERE = /[\\*_~`|[\]]|<(?![\s\d])|&(?=#?\w+;)|(?<![\w.])@(?=\w)/g
/** Headings, quotes, lists, rules and underlines; Discord's small print starts like a list. */
const AT_LINE_START = /^[ \t]*([#>+=-])/gm
const NUMBER_AT_LINE_START = /^[ \t]*(\d{1,9})([.)])/gm
/** Four leading spaces turn a line into code. */
const INDENT = /^(?:[ \t]{2,}|\t)/gm

/**
 * Escapes a value for a text: it is shown literally, and nothing in it becomes markup, a mention or a
 * disguised link. Addresses in it remain clickable. No format lets it address a whole channel, because services pass
 * texts on to others.
 */
export function escape(value: string, format: TextFormat): string {
  const harmless = breakMassMentions(value)
  switch (format) {
    case 'plain':
      return harmless
    case 'html':
      return escapeMarkup(harmless)
    case 'markdown':
      return escapeMarkdown(harmless)
  }
}

function escapeMarkdown(value: string): string {
  let escaped = ''
  let end = 0
  for (const { 0: found, index } of value.matchAll(ADDRESS)) {
    const address = found.replace(BEHIND_ADDRESS, '')
    escaped += escapeWords(value.slice(end, index), end === 0) + escapeAddress(address)
    end = index + address.length
  }
  return escaped + escapeWords(value.slice(end), end === 0)
}

/** @param begins whether the words may start a line. */
function escapeWords(words: string, begins: boolean): string {
  const escaped = words.replace(ANYWHERE, String.raw`\$&`)
  const firstLine = begins ? '' : (/^.*/.exec(escaped)?.[0] ?? '')
  return firstLine + escapeLines(escaped.slice(firstLine.length))
}

function escapeLines(lines: string): string {
  return lines
    .replace(INDENT, ' ')
    .replace(AT_LINE_START, String.raw`\$1`)
    .replace(NUMBER_AT_LINE_START, String.raw`$1\$2`)
}

/**
 * A backslash would become part of the address, so characters are percent-encoded. Underscores are kept,
 * because they surround the sizes of covers: at worst, a service that does not recognise addresses shows
 * italics.
 */
function escapeAddress(address: string): string {
  // The brackets of an IPv6 address are part of it.
  const origin = /^https?:\/\/(?:\[[\da-f:.]+\])?/i.exec(address)?.[0] ?? ''
  return (
    origin +
    address
      .slice(origin.length)
      .replace(/[*~()[\]<\\|^{}`]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
  )
}
