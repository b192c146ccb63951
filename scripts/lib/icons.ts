import sharp from 'sharp'

/**
 * Systems crop icons to their own shapes, and only the middle four fifths are sure to be visible. The logo
 * fits there, so only its background has to reach the edges.
 */
const ICONS = [
  { file: 'icon-192.png', edge: 192, cut: false },
  { file: 'icon-512.png', edge: 512, cut: false },
  { file: 'maskable-512.png', edge: 512, cut: true },
  { file: 'apple-touch-180.png', edge: 180, cut: true },
] as const

/** The corners of the background. */
const ROUND = 'rx="8"'

/**
 * Draws every icon.
 * @param mark the logo on its background, as SVG.
 * @throws if the corners of its background are written differently.
 */
export async function drawIcons(mark: string) {
  if (!mark.includes(ROUND)) throw new Error(`The mark has no ${ROUND}`)
  return Promise.all(
    ICONS.map(async ({ file, edge, cut }) => {
      const svg = Buffer.from(cut ? mark.replace(ROUND, '') : mark)
      // Drawn at full size rather than scaled up.
      const png = await sharp(svg, { density: 72 * (edge / 32) })
        .resize(edge, edge)
        .png({ compressionLevel: 9 })
        .toBuffer()
      return { file, edge, png }
    }),
  )
}
