import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Classes and styles that name a side of the screen instead of the start or end of a line. */
const SIDES = [
  /(?<![\w.-])-?(?:scroll-)?[mp][lr]-[\w[(]/,
  /(?<![\w.-])-?(?:left|right)-(?:\d|auto|full|px|\[|\()/,
  /\b(?:text|float|clear|origin)-(?:left|right)\b/,
  /(?<![\w.-])(?:border-[lr]|rounded-(?:[lr]|[tb][lr]))(?![\w])/,
  /(?<![\w.-])-?translate-x-/,
  /\btranslateX\(/,
  /(?<![\w.-])(?:margin-|padding-|border-)?(?:left|right):/,
]

/** Legitimate uses of a side, and the reasons. */
const RIGHT = [
  { file: 'client/ui/UiScroller.vue', text: 'row.scrollBy({ left: along', because: 'is turned there' },
  {
    file: 'client/ui/UiSwitch.vue',
    text: 'rtl:data-[state=checked]:-translate-x-2.5',
    because: 'goes either way',
  },
  { file: 'client/ui/UiToasts.vue', text: 'translate-x-(--reka-toast', because: 'follows the finger' },
]

const isRight = (file: string, line: string) =>
  RIGHT.some((known) => known.file === file && line.includes(known.text))

it.each([
  'ml-1',
  '-mr-0.5',
  'wide:pl-2',
  'right-3',
  'max-wide:left-auto',
  'text-left',
  'rounded-l-box',
  'not-first:border-l',
  'margin-left: 0',
  'left: 0',
])('“%s” names a side', (style) => {
  expect(SIDES.some((side) => side.test(`class="flex ${style}"`))).toBe(true)
})

it('The client never names a side of the screen, so it also works from right to left', () => {
  const files = readdirSync('client', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:ts|vue|css)$/.test(file))
    .map((file) => `client/${file}`)
  expect(files.length).toBeGreaterThan(100)
  const found = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        SIDES.some((side) => side.test(line)) && !isRight(file, line)
          ? [`${file}:${index + 1} ${line.trim()}`]
          : [],
      ),
  )
  expect(found, `Say start or end: ms-, pe-, start-, text-end, border-s.\n${found.join('\n')}\n`).toEqual([])
})

it('Widgets with horizontal arrow keys get the direction of the language', () => {
  const roots = readdirSync('client', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.vue'))
    .flatMap((file) => [
      ...readFileSync(`client/${file}`, 'utf8').matchAll(/<(?:Tabs|RadioGroup|DropdownMenu)Root\b[^>]*>/g),
    ])
  expect(roots.length).toBeGreaterThan(4)
  for (const [root] of roots) expect(root).toContain(':dir="direction"')
})
