import { escapeMarkup } from '#server/upstream/markup.rules'

/** Characters per line, measured in Latin widths, and number of lines. */
const LINE_LENGTH = 14
const MAX_LINES = 5
/** More characters than ever fit. */
const MAX_DRAWN = 400
const EDGE = 512

/** Backgrounds that suit both themes: the two ends of a gradient, and the text colour. */
const PALETTES = [
  { from: '#7c2d12', to: '#b45309', ink: '#fff7ed' },
  { from: '#78350f', to: '#a16207', ink: '#fefce8' },
  { from: '#4a1d1f', to: '#9f3a38', ink: '#fff1f2' },
  { from: '#3b2a1a', to: '#7a5230', ink: '#faf5ee' },
  { from: '#5b3a12', to: '#8f6a1e', ink: '#fffbeb' },
  { from: '#44302a', to: '#8a5a44', ink: '#fdf6f0' },
  { from: '#532b18', to: '#c2410c', ink: '#fff7ed' },
  { from: '#2f2a26', to: '#6b5d4f', ink: '#f7f3ee' },
] as const

/** FNV-1a: maps a short text to a stable number, to choose a palette. */
function numberFrom(text: string): number {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return hash >>> 0
}

const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}\u3000-\u303f\uff00-\uffef]/u

/** The width of some characters, measured in Latin ones. */
function widthOf(characters: string[]): number {
  return characters.reduce((width, character) => width + (WIDE.test(character) ? 2 : 1), 0)
}

/** As many leading characters as fit into the width. */
function head(characters: string[], width: number): string[] {
  const end = characters.findIndex((_, index) => widthOf(characters.slice(0, index + 1)) > width)
  return end === -1 ? characters : characters.slice(0, Math.max(1, end))
}

/** Breaks a text at spaces, and inside words that are too long. */
function wrapped(text: string, width: number): string[] {
  const lines: string[] = []
  let line: string[] = []
  for (const word of text.split(' ')) {
    let rest = [...word]
    if (line.length > 0 && widthOf(line) + 1 + widthOf(rest) <= width) {
      line.push(' ', ...rest)
      continue
    }
    if (line.length > 0) lines.push(line.join(''))
    while (widthOf(rest) > width) {
      const part = head(rest, width)
      lines.push(part.join(''))
      rest = rest.slice(part.length)
    }
    line = rest
  }
  if (line.length > 0) lines.push(line.join(''))
  return lines
}

function shortened(lines: string[]): string[] {
  if (lines.length <= MAX_LINES) return lines
  const last = head([...(lines[MAX_LINES - 1] ?? '')], LINE_LENGTH - 1)
  return [...lines.slice(0, MAX_LINES - 1), `${last.join('')}…`]
}

/**
 * Draws a cover for a book that has none: its title on a warm colour chosen by the ASIN, with a folded
 * corner. Without a title it shows only the colour and an open book. A self-contained SVG without scripts,
 * styles or references.
 */
export function placeholderCover(asin: string, title: string | null): string {
  const { from, to, ink } = PALETTES[numberFrom(asin) % PALETTES.length] ?? PALETTES[0]
  const lines = shortened(wrapped((title ?? '').trim().slice(0, MAX_DRAWN), LINE_LENGTH))
  const longest = Math.max(1, ...lines.map((line) => widthOf([...line])))
  const size = Math.round(Math.min(64, 480 / Math.max(longest, 8) + 12))
  const step = Math.round(size * 1.18)
  const first = Math.round(EDGE / 2 - ((lines.length - 1) * step) / 2 + size * 0.35)
  const words = lines.map(
    (line, index) =>
      `<text x="48" y="${first + index * step}" font-size="${size}">${escapeMarkup(line)}</text>`,
  )
  const book =
    '<path d="M256 196c-36-24-84-28-124-16v148c40-12 88-8 124 16 36-24 84-28 124-16V180c-40-12-88-8-124 16zm0 0v148" fill="none" stroke-width="14" stroke-linejoin="round"/>'
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${EDGE} ${EDGE}" width="${EDGE}" height="${EDGE}" role="img">`,
    title === null ? '' : `<title>${escapeMarkup(title)}</title>`,
    `<defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs>`,
    `<rect width="${EDGE}" height="${EDGE}" fill="url(#g)"/>`,
    `<path d="M${EDGE - 96} 0h96v96z" fill="${ink}" fill-opacity=".14"/>`,
    `<path d="M${EDGE - 96} 0v96h96z" fill="${ink}" fill-opacity=".3"/>`,
    `<rect x="48" y="${EDGE - 64}" width="72" height="6" rx="3" fill="${ink}" fill-opacity=".5"/>`,
    `<g fill="${ink}" font-family="Figtree, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif" font-weight="650">`,
    ...words,
    '</g>',
    words.length === 0 ? `<g stroke="${ink}" stroke-opacity=".7">${book}</g>` : '',
    '</svg>',
  ].join('')
}
