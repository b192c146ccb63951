import type { FakeBook } from '#fakes/catalogue/fake-book'
import { drawnCover } from './cover-drawing'
import { installFonts } from './fonts'

/** Rendered covers, shared by all catalogues of the process. */
const kept = new Map<string, Promise<Buffer>>()

/** Renders a cover as JPEG on demand, and caches it. @param edge in pixels */
export function coverPicture(book: FakeBook, edge: number): Promise<Buffer> {
  const key = `${book.asin}/${edge}`
  const known = kept.get(key) ?? render(book, edge)
  kept.set(key, known)
  return known
}

async function render(book: FakeBook, edge: number): Promise<Buffer> {
  installFonts()
  const { default: sharp } = await import('sharp')
  return sharp(Buffer.from(drawnCover(book)))
    .resize(edge, edge)
    .jpeg({ quality: 86 })
    .toBuffer()
}
