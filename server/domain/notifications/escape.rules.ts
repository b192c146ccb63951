/** How a service reads a text that it gets. */
export type TextFormat = 'plain' | 'markdown' | 'html'

/** An address with everything that may be taken for a part of it; parentheses are where they come in pairs. */
const ADDRESS = /https?:\/\/(?:[^\s"'()>]|\([^\s"'()>]*\))+/gi
/** Stands behind an address more often than at its end. */
const BEHIND_ADDRESS = /[?!.,:;]+$/

/**
 * Signs that are markup wherever they stand: of CommonMark, and what Discord makes of mentions, hidden text and
 * timestamps. Anything but a letter or digit may have a backslash before it, in both.
 * @see https://spec.commonmark.org/0.31.2/#backslash-escapes
 */
const ANYWHERE = /[\\*_~`|[\]]|<(?![\s\d])|&(?=#?\w+;)|(?<![\w.])@(?=\w)/g
/** Headings, quotes, lists, lines and underlines; Discord's small print begins as a list does. */
const AT_LINE_START = /^[ \t]*([#>+=-])/gm
const NUMBER_AT_LINE_START = /^[ \t]*(\d{1,9})([.)])/gm
/** Four blanks before a line make code of it. */
const INDENT = /^(?:[ \t]{2,}|\t)/gm

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/**
 * Makes a value harmless that is put into a text: it is shown as it is, and nothing in it is markup, a mention or a
 * link under another name. Addresses in it can still be followed.
 */
export function escape(value: string, format: TextFormat): string {
  switch (format) {
    case 'plain':
      return value
    case 'html':
      return value.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)
    case 'markdown':
      return escapeMarkdown(value)
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

/** @param begins whether a line may begin with them. */
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
 * A backslash would become a part of the address, so signs are encoded. Underscores stay, as the sizes of covers are
 * between them: a service that does not recognise addresses shows slanted letters at worst.
 */
function escapeAddress(address: string): string {
  // The brackets of an IPv6 address belong to it.
  const origin = /^https?:\/\/(?:\[[\da-f:.]+\])?/i.exec(address)?.[0] ?? ''
  return (
    origin +
    address
      .slice(origin.length)
      .replace(/[*~()[\]<\\|^{}`]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
  )
}
