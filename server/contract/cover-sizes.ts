/** Edge lengths in pixels that covers are kept in; another size is rounded up to the next of these. */
export const COVER_SIZES = [96, 192, 320, 512, 1024] as const
