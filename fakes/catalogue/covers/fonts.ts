import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inflateSync } from 'node:zlib'

const FILES = [
  '@fontsource/abril-fatface/files/abril-fatface-latin-400-normal.woff',
  '@fontsource/bebas-neue/files/bebas-neue-latin-400-normal.woff',
  '@fontsource/cormorant-garamond/files/cormorant-garamond-latin-600-normal.woff',
  '@fontsource/playfair-display/files/playfair-display-latin-900-normal.woff',
  '@fontsource/playfair-display/files/playfair-display-latin-500-italic.woff',
  '@fontsource/righteous/files/righteous-latin-400-normal.woff',
]

/**
 * Unpacks a WOFF 1 file to the font inside it, because the SVG renderer accepts no compressed fonts. Layout:
 * https://www.w3.org/TR/WOFF/#WOFFHeader
 */
function unpacked(woff: Buffer): Buffer {
  const tables = woff.readUInt16BE(12)
  const head = Buffer.alloc(12 + 16 * tables)
  const power = Math.floor(Math.log2(tables))
  woff.copy(head, 0, 4, 8)
  head.writeUInt16BE(tables, 4)
  head.writeUInt16BE(16 * 2 ** power, 6)
  head.writeUInt16BE(power, 8)
  head.writeUInt16BE(16 * (tables - 2 ** power), 10)
  const parts: Buffer[] = [head]
  let offset = head.length
  for (let index = 0; index < tables; index += 1) {
    const entry = 44 + 20 * index
    const start = woff.readUInt32BE(entry + 4)
    const packedLength = woff.readUInt32BE(entry + 8)
    const length = woff.readUInt32BE(entry + 12)
    const packed = woff.subarray(start, start + packedLength)
    const record = 12 + 16 * index
    woff.copy(head, record, entry, entry + 4)
    head.writeUInt32BE(woff.readUInt32BE(entry + 16), record + 4)
    head.writeUInt32BE(offset, record + 8)
    head.writeUInt32BE(length, record + 12)
    const padding = Buffer.alloc((4 - (length % 4)) % 4)
    parts.push(packedLength < length ? inflateSync(packed) : packed, padding)
    offset += length + padding.length
  }
  return Buffer.concat(parts)
}

/** Unpacked once per checkout; packages are installed again when their versions change. */
const DIRECTORY = fileURLToPath(new URL('../../../../node_modules/.cache/earmark-fonts', import.meta.url))

/**
 * Part of the name of the configuration file, because that contains the directory, and a checkout can be
 * moved or copied with its packages.
 */
const ADDRESS = createHash('sha256').update(DIRECTORY).digest('hex').slice(0, 12)

let installed = false

/** Writes a file unless it exists; atomically, because several processes may do so at once. */
function keep(name: string, make: () => string | Buffer): string {
  const path = join(DIRECTORY, name)
  if (existsSync(path)) return path
  const temporary = `${path}.${process.pid}.tmp`
  writeFileSync(temporary, make())
  renameSync(temporary, path)
  return path
}

/**
 * Registers the covers' typefaces with this process's SVG renderer, in addition to the machine's. Must run
 * before the first text is drawn, because fontconfig reads its configuration only once.
 */
export function installFonts(): void {
  if (installed) return
  installed = true
  const require = createRequire(import.meta.url)
  mkdirSync(DIRECTORY, { recursive: true })
  for (const file of FILES) {
    keep(basename(file, '.woff') + '.ttf', () => unpacked(readFileSync(require.resolve(file))))
  }
  process.env.FONTCONFIG_FILE = keep(
    `fonts-${ADDRESS}.conf`,
    () =>
      `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><include ignore_missing="yes">/etc/fonts/fonts.conf</include><dir>${DIRECTORY}</dir><cachedir>${DIRECTORY}</cachedir></fontconfig>`,
  )
}
