import type { Region } from '#contract/common'

/** The formats in which covers are published. */
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

/** The facts about a book that determine its cover. */
export interface CoverSubject {
  title: string
  coverUrl: string | null
}

/** Stored pictures by name. Neither method fails because of disk errors. */
export interface CoverFiles {
  /** A complete picture, or null if there is none or it is damaged. */
  read(name: string): Promise<Uint8Array<ArrayBuffer> | null>
  write(name: string, picture: Uint8Array): Promise<void>
}

/**
 * Turns a picture of any usual format into a square WebP, or returns it unchanged on platforms that cannot.
 */
export interface CoverImage {
  /** @throws if the bytes are not a picture of an allowed format and size */
  square(picture: Uint8Array, edge: number, quality: number): Promise<Uint8Array<ArrayBuffer>>
}

/** Fetches a picture from exactly the given address. */
export interface MediaSource {
  /** @throws if the address is not allowed, cannot be fetched, or gives too large or too slow a response */
  fetch(address: string): Promise<Uint8Array<ArrayBuffer>>
}
