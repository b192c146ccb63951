import type { Palette } from './palettes'

/** Draws a background of 1000 by 1000 units as SVG elements. */
export type Scene = (input: { random: () => number; palette: Palette }) => string
