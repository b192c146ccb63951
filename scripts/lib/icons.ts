import sharp from 'sharp'

/**
 * Systems cut icons to a shape of their own, and only what lies in the middle four fifths is sure to be seen: the mark
 * does, so that its ground is all that has to reach the edges.
 */
const ICONS = [
  { file: 'icon-192.png', edge: 192, cut: false },
  { file: 'icon-512.png', edge: 512, cut: false },
  { file: 'maskable-512.png', edge: 512, cut: true },
  { file: 'apple-touch-180.png', edge: 180, cut: true },
] as const

/** The corners of the ground. */
const ROUND = 'rx="8"'

/**
 * Draws every icon.
 * @param mark the mark on its ground, as SVG.
 * @throws where its corners are written otherwise.
 */
export async function drawIcons(mark: string) {
  if (!mark.includes(ROUND)) throw new Error(`The mark has no ${ROUND}`)
  return Promise.all(
    ICONS.map(async ({ file, edge, cut }) => {
      const svg = Buffer.from(cut ? mark.replace(ROUND, '') : mark)
      // Drawn at its size, where a small drawing would be blown up.
      const png = await sharp(svg, { density: 72 * (edge / 32) })
        .resize(edge, edge)
        .png({ compressionLevel: 9 })
        .toBuffer()
      return { file, edge, png }
    }),
  )
}
