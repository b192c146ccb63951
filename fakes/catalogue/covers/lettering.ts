/** A typeface for covers. Ratio is the average width of a character as a share of the font size. */
export interface Face {
  family: string
  style: 'normal' | 'italic'
  ratio: number
  leading: number
  upper: boolean
}

const face = (
  family: string,
  ratio: number,
  leading: number,
  upper = false,
  style: Face['style'] = 'normal',
): Face => ({ family, ratio, leading, upper, style })

/** Families as named in the font files, with common fallbacks. */
export const FACES = {
  poster: face("'Bebas Neue', 'Impact', 'DejaVu Sans Condensed', sans-serif", 0.41, 0.94, true),
  didone: face("'Abril Fatface', 'Playfair Display Black', 'DejaVu Serif', serif", 0.53, 1.04),
  heavy: face("'Playfair Display Black', 'Playfair Display', 'DejaVu Serif', serif", 0.56, 1.06),
  fine: face("'Cormorant Garamond SemiBold', 'Cormorant Garamond', 'DejaVu Serif', serif", 0.46, 0.98),
  italic: face(
    "'Playfair Display Medium', 'Playfair Display', 'DejaVu Serif', serif",
    0.47,
    1.08,
    false,
    'italic',
  ),
  round: face("'Righteous', 'DejaVu Sans', sans-serif", 0.55, 1.04),
  caps: face("'Cormorant Garamond SemiBold', 'Cormorant Garamond', 'DejaVu Serif', serif", 0.66, 1.02, true),
} as const

interface TextBox {
  x: number
  y: number
  width: number
  height: number
  align: 'start' | 'middle' | 'end'
  /** Where the lines are placed if they do not fill the height. */
  settle: 'top' | 'middle' | 'bottom'
  largest: number
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '')

/** Breaks words into the given number of lines, keeping the longest as short as possible. */
function brokenInto(words: string[], lineCount: number): string[] {
  const total = words.join(' ').length
  for (let limit = Math.ceil(total / lineCount); limit <= total; limit += 1) {
    const lines: string[] = []
    for (const word of words) {
      const last = lines.at(-1)
      if (last !== undefined && last.length + 1 + word.length <= limit)
        lines[lines.length - 1] = `${last} ${word}`
      else lines.push(word)
    }
    if (lines.length <= lineCount && lines.every((line) => line.length <= limit)) return lines
  }
  return [words.join(' ')]
}

/** Scripts that the bundled typefaces cover; a title in another script is left off the cover. */
const READABLE = /^[\p{Script=Latin}\p{N}\p{P}\p{Zs}+|<>=$]+$/u

/** Whether the bundled typefaces can draw a title. */
export const isDrawable = (title: string) =>
  READABLE.test(title.replace(/[\p{Extended_Pictographic}\p{Cf}]/gu, '').trim())

/** Draws text as large as fits a box, on as many lines as that needs. */
export function fitted(
  text: string,
  { family, style, ratio, leading, upper }: Face,
  box: TextBox,
  fill: string,
): string {
  const clean = text
    .replace(/[\p{Extended_Pictographic}\p{Cf}]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
  if (!READABLE.test(clean)) return ''
  const words = (upper ? clean.toUpperCase() : clean).split(' ')
  let best = { size: 0, lines: [''] }
  for (let count = 1; count <= Math.min(words.length, 9); count += 1) {
    const lines = brokenInto(words, count)
    const longest = Math.max(...lines.map((line) => line.length))
    const size = Math.min(box.largest, box.width / (longest * ratio), box.height / (lines.length * leading))
    if (size > best.size) best = { size, lines }
  }
  const { size, lines } = best
  const used = lines.length * size * leading
  const free = Math.max(0, box.height - used)
  const top = box.y + (box.settle === 'top' ? 0 : box.settle === 'middle' ? free / 2 : free)
  const x = box.align === 'start' ? box.x : box.align === 'middle' ? box.x + box.width / 2 : box.x + box.width
  return lines
    .map((line, index) => {
      const y = top + size * 0.82 + index * size * leading
      return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" font-family="${family}" font-style="${style}" font-size="${size.toFixed(1)}" text-anchor="${box.align}" fill="${fill}">${escaped(line)}</text>`
    })
    .join('')
}

/** Draws a small line in spaced capitals. */
export function caption(
  text: string,
  x: number,
  y: number,
  align: TextBox['align'],
  fill: string,
  size = 34,
): string {
  const clean = text.replace(/[\p{Extended_Pictographic}\p{Cf}]/gu, '').trim()
  if (!READABLE.test(clean)) return ''
  const shown = clean.length > 44 ? `${clean.slice(0, 43)}…` : clean
  const spacing = shown.length > 30 ? 2 : 5
  const fitting = Math.min(size, 860 / (shown.length * 0.62 + (shown.length * spacing) / size))
  return `<text x="${x}" y="${y}" font-family="'Cormorant Garamond SemiBold', 'Cormorant Garamond', 'DejaVu Serif', serif" font-size="${fitting.toFixed(1)}" letter-spacing="${spacing}" text-anchor="${align}" fill="${fill}">${escaped(shown.toUpperCase())}</text>`
}
