import type { Region } from '#contract/common'

/** Formats that covers come in. */
export type CoverType = 'image/jpeg' | 'image/png' | 'image/gif' | 'image/webp' | 'image/avif'

/** A picture as sent to the browser. */
export interface Cover {
  body: Uint8Array<ArrayBuffer>
  mediaType: CoverType | 'image/svg+xml'
  /** Seconds for which a browser may cache it. */
  maxAge: number
}

export interface CoverQuestion {
  asin: string
  /** The default region if omitted. */
  region?: Region | undefined
  /** Wanted edge length in pixels. */
  size: number
}

/** The facts of a book that its cover depends on. */
export interface CoverSubject {
  title: string
  coverUrl: string | null
}

/** Stored pictures by name. Neither method fails because of the disk. */
export interface CoverFiles {
  /** A complete picture; null if there is none or it is damaged. */
  read(name: string): Promise<Uint8Array<ArrayBuffer> | null>
  write(name: string, picture: Uint8Array): Promise<void>
}

/** Turns a picture of any usual format into a square WebP, or leaves it as it is where nothing can. */
export interface CoverImage {
  /** @throws if the bytes are not a picture of an allowed format and size */
  square(picture: Uint8Array, edge: number, quality: number): Promise<Uint8Array<ArrayBuffer>>
}

/** Fetches a picture from exactly the given address. */
export interface MediaSource {
  /** @throws if it cannot be fetched, is too large or too slow, or is elsewhere */
  fetch(address: string): Promise<Uint8Array<ArrayBuffer>>
}
