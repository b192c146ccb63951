import sharp from 'sharp'

/** A picture designed to be expensive to decode. */
export interface HostilePicture {
  name: string
  bytes: Uint8Array<ArrayBuffer>
}

const COLOUR = { r: 9, g: 90, b: 200, alpha: 0.5 }

/** A picture of one colour: a small file, however large it is decoded. */
function flat(edge: number, channels: 3 | 4 = 3) {
  return sharp({
    create: { width: edge, height: edge, channels, background: COLOUR },
    limitInputPixels: false,
  })
}

/** A picture of noise, which hardly compresses. */
function noise(edge: number) {
  const pixels = new Uint8Array(edge * edge * 3)
  let state = 1
  for (let at = 0; at < pixels.length; at += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    pixels[at] = state >> 16
  }
  return sharp(pixels, { raw: { width: edge, height: edge, channels: 3 } })
}

/** A picture with this many frames, all different. */
function frames(edge: number, count: number) {
  const pixels = new Uint8Array(edge * edge * 3 * count).fill(77)
  for (let frame = 0; frame < count; frame += 1) pixels[frame * edge * edge * 3 + frame] = frame
  const raw = { width: edge, height: edge * count, channels: 3, pageHeight: edge } as const
  return sharp(pixels, { raw, limitInputPixels: false })
}

const svg = (inside: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="4000" height="4000">${inside}</svg>`)

/** Twenty pictures: huge, progressive, with many frames, truncated, in two formats at once, or not pictures at all. */
export async function hostilePictures(): Promise<HostilePicture[]> {
  const whole = await noise(2000).jpeg({ quality: 60 }).toBuffer()
  const interlaced = await noise(1200).png({ progressive: true }).toBuffer()
  const full = { progressive: true, chromaSubsampling: '4:4:4' } as const
  const made: Record<string, Promise<Buffer> | Buffer> = {
    'large JPEG': flat(3900).jpeg().toBuffer(),
    'JPEG beyond every limit': flat(9000).jpeg({ quality: 20 }).toBuffer(),
    'JPEG of noise': whole,
    'JPEG on its side': noise(2000).withMetadata({ orientation: 6 }).jpeg({ quality: 60 }).toBuffer(),
    'JPEG in passes': noise(1900)
      .jpeg({ quality: 50, ...full })
      .toBuffer(),
    'large JPEG in passes': flat(3900).jpeg(full).toBuffer(),
    'large PNG': flat(5000).png().toBuffer(),
    'PNG with transparency': flat(2400, 4).png().toBuffer(),
    'PNG in passes of 16 bits': flat(1900, 4).toColourspace('rgb16').png({ progressive: true }).toBuffer(),
    'PNG of noise in passes': interlaced,
    'GIF of many frames': frames(400, 60).gif({ effort: 1 }).toBuffer(),
    'WebP of many frames': frames(400, 60).webp({ effort: 0 }).toBuffer(),
    'large GIF': flat(1900).gif({ effort: 1 }).toBuffer(),
    'lossless WebP': flat(2400, 4).webp({ lossless: true, effort: 0 }).toBuffer(),
    'large WebP': flat(8000).webp({ effort: 0 }).toBuffer(),
    AVIF: flat(1400).avif({ effort: 0 }).toBuffer(),
    'large AVIF': flat(3000).avif({ effort: 0 }).toBuffer(),
    'SVG with a filter': svg(
      '<filter id="f"><feGaussianBlur stdDeviation="999"/></filter><rect width="4000" height="4000" filter="url(#f)"/>',
    ),
    'JPEG that is an SVG as well': Buffer.concat([whole, svg('<image href="file:///etc/passwd"/>')]),
    'JPEG that breaks off': whole.subarray(0, Math.floor(whole.length / 2)),
  }
  const pictures: HostilePicture[] = []
  for (const [name, bytes] of Object.entries(made))
    pictures.push({ name, bytes: new Uint8Array(await bytes) })
  return pictures
}
