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
      const png = await draw(cut ? mark.replace(ROUND, '') : mark, edge)
      return { file, edge, png }
    }),
  )
}

/** Pixels of the icon that programs request without reading a page. */
const FAVICON = 48

/**
 * Draws `favicon.ico`: a directory with one entry, whose picture may be a PNG since Windows Vista.
 * @see https://learn.microsoft.com/previous-versions/ms997538(v=msdn.10)
 */
export async function drawFavicon(mark: string): Promise<Buffer> {
  const png = await draw(mark, FAVICON)
  const directory = Buffer.alloc(22)
  directory.writeUInt16LE(1, 2)
  directory.writeUInt16LE(1, 4)
  directory.writeUInt8(FAVICON, 6)
  directory.writeUInt8(FAVICON, 7)
  directory.writeUInt16LE(1, 10)
  directory.writeUInt16LE(32, 12)
  directory.writeUInt32LE(png.length, 14)
  directory.writeUInt32LE(directory.length, 18)
  return Buffer.concat([directory, png])
}

/** Drawn at full size rather than scaled up. */
const draw = (svg: string, edge: number) =>
  sharp(Buffer.from(svg), { density: 72 * (edge / 32) })
    .resize(edge, edge)
    .png({ compressionLevel: 9 })
    .toBuffer()
