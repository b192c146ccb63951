/** Argument by which the built server becomes the process that decodes covers. */
export const COVER_PROCESS = 'decode-covers'

/** A picture to be made square, as it goes to the process that decodes. */
export interface CoverOrder {
  id: number
  picture: Uint8Array
  edge: number
  quality: number
}

/** What comes back. */
export type CoverResult = { id: number } & ({ made: Uint8Array<ArrayBuffer> } | { problem: string })
