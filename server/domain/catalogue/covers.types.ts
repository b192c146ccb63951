import type { Region } from '#contract/common'

/** A picture as it goes to the browser. */
export interface Cover {
  body: Uint8Array<ArrayBuffer>
  mediaType: 'image/webp' | 'image/svg+xml'
  /** How long a browser may keep it, in seconds. */
  maxAge: number
}

export interface CoverQuestion {
  asin: string
  /** The default region where it is left out. */
  region?: Region | undefined
  /** Wanted edge length in pixels. */
  size: number
}

/** What is known of a book as far as its cover is concerned. */
export interface CoverSubject {
  title: string
  coverUrl: string | null
}

/** Pictures kept between restarts, by name. Neither method fails because of the disk. */
export interface CoverFiles {
  /** A whole picture, or null where there is none or it is damaged. */
  read(name: string): Promise<Uint8Array<ArrayBuffer> | null>
  write(name: string, picture: Uint8Array): Promise<void>
}

/** Turns a picture of any usual format into a square WebP. */
export interface CoverImage {
  /** @throws where the bytes are no picture of an allowed format and size */
  square(picture: Uint8Array, edge: number, quality: number): Promise<Uint8Array<ArrayBuffer>>
}

/** Fetches a picture from exactly the address given. */
export interface MediaSource {
  /** @throws where it cannot be had, is too large, too slow or elsewhere */
  fetch(address: string): Promise<Uint8Array<ArrayBuffer>>
}
