/** Edge lengths in pixels of stored covers; other sizes are rounded up to the next of these. */
export const COVER_SIZES = [96, 192, 320, 512, 1024] as const
