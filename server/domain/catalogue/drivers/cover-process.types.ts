/** Argument that starts the built server as the process that decodes covers. */
export const COVER_PROCESS = 'decode-covers'

/** A picture to crop to a square, as sent to the decoding process. */
export interface CoverJob {
  id: number
  picture: Uint8Array
  edge: number
  quality: number
}

/** The result. */
export type CoverResult = { id: number } & ({ made: Uint8Array<ArrayBuffer> } | { problem: string })
