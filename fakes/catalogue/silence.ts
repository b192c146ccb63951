/** MPEG 1 layer III, 32 kbit/s, 44.1 kHz, one channel, no checksum. */
const HEADER = [0xff, 0xfb, 0x10, 0xc4]
/** 144 × 32,000 / 44,100, rounded down. */
const FRAME_BYTES = 104

/** A silent recording: empty frames of 26 ms. */
export function silence(frames: number): Uint8Array {
  const recording = new Uint8Array(frames * FRAME_BYTES)
  for (let frame = 0; frame < frames; frame++) recording.set(HEADER, frame * FRAME_BYTES)
  return recording
}
