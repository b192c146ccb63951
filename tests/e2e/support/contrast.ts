import type { Locator, Page } from 'playwright-core'
import { z } from 'zod'

/** A line of text: its position in the screenshot, and its CSS colour. */
interface Line {
  text: string
  colour: string
  box: { x: number; y: number; width: number; height: number }
}

const unreadableSchema = z.array(z.string())
/** WCAG 2.2 AA, for text of any size. */
const ENOUGH = 4.5

/**
 * Measures every visible line of text below a position against each pixel drawn behind it; axe does not check
 * text in front of pictures.
 * @returns the unreadable lines, each with its contrast.
 */
export async function unreadableTexts(page: Page, place: Locator): Promise<string[]> {
  const lines = await place.evaluate(linesOf)
  const style = '* { color: transparent !important; text-decoration-color: transparent !important }'
  const picture = await page.screenshot({ style })
  // The page's own content security policy blocks pictures from elsewhere.
  const bench = await page.context().newPage()
  try {
    const source = `data:image/png;base64,${picture.toString('base64')}`
    return unreadableSchema.parse(await bench.evaluate(measure, { source, lines, enough: ENOUGH }))
  } finally {
    await bench.close()
  }
}

/** Runs in the page. */
function linesOf(place: Element): Line[] {
  const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT)
  const lines: Line[] = []
  while (walker.nextNode()) {
    const { currentNode: node } = walker
    const text = node.textContent?.trim() ?? ''
    const parent = node.parentElement
    if (text === '' || parent === null || !parent.checkVisibility({ opacityProperty: true })) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const { color: colour } = getComputedStyle(parent)
    for (const { x, y, width, height } of range.getClientRects()) {
      const isOnScreen = x >= 0 && y >= 0 && x + width <= innerWidth && y + height <= innerHeight
      // Text for screen readers only is a pixel wide.
      if (isOnScreen && width > 1) lines.push({ text, colour, box: { x, y, width, height } })
    }
  }
  return lines
}

/** Runs in a separate page. */
async function measure({ source, lines, enough }: { source: string; lines: Line[]; enough: number }) {
  const image = new Image()
  image.src = source
  await image.decode()
  const canvas = new OffscreenCanvas(image.width, image.height)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('There is no canvas')
  context.drawImage(image, 0, 0)

  function luminance([red = 0, green = 0, blue = 0]: ArrayLike<number> & Iterable<number>): number {
    const [r = 0, g = 0, b = 0] = [red, green, blue].map((channel) => {
      const part = channel / 255
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  function luminanceOf(colour: string): number {
    const brush = new OffscreenCanvas(1, 1).getContext('2d')
    if (!brush) throw new Error('There is no canvas')
    brush.fillStyle = colour
    brush.fillRect(0, 0, 1, 1)
    return luminance(brush.getImageData(0, 0, 1, 1).data)
  }
  return lines.flatMap(({ text, colour, box }) => {
    const own = luminanceOf(colour)
    const { data } = context.getImageData(box.x, box.y, box.width, box.height)
    let least = Infinity
    for (let at = 0; at < data.length; at += 4) {
      const behind = luminance(data.subarray(at, at + 3))
      const [low = 0, high = 0] = [own, behind].toSorted((one, other) => one - other)
      least = Math.min(least, (high + 0.05) / (low + 0.05))
    }
    return least < enough ? [`${text}: ${least.toFixed(2)}:1`] : []
  })
}
