import type { FakeBook } from '#fakes/catalogue/fake-book'
import { drawnCover } from './cover-drawing'
import { installFonts } from './fonts'

/** Renders covers as JPEG when they are asked for, and keeps them. */
export function createCoverPictures() {
  let ready = false
  const kept = new Map<string, Promise<Buffer>>()

  async function render(book: FakeBook, edge: number): Promise<Buffer> {
    if (!ready) installFonts()
    ready = true
    const { default: sharp } = await import('sharp')
    return sharp(Buffer.from(drawnCover(book)))
      .resize(edge, edge)
      .jpeg({ quality: 86 })
      .toBuffer()
  }

  return function picture(book: FakeBook, edge: number): Promise<Buffer> {
    const key = `${book.asin}/${edge}`
    const known = kept.get(key) ?? render(book, edge)
    kept.set(key, known)
    return known
  }
}
