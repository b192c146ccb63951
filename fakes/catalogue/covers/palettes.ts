import type { Genre } from '#fakes/catalogue/shelf'

/**
 * Colours of a cover: a dark and a light background, two accents, and an ink that is legible on the dark
 * background.
 */
export interface Palette {
  dark: string
  mid: string
  light: string
  accent: string
  second: string
  ink: string
}

const palette = (
  dark: string,
  mid: string,
  light: string,
  accent: string,
  second: string,
  ink: string,
): Palette => ({ dark, mid, light, accent, second, ink })

const DUSK = palette('#1b1b3a', '#6b2d5c', '#f0a86e', '#f7d488', '#c8553d', '#fff4e0')
const PINE = palette('#0f2a2a', '#1f5f5b', '#8fc0a9', '#f2c14e', '#d96c4f', '#f6f1e1')
const PLUM = palette('#2a1238', '#5c2a6e', '#c98bb9', '#ffd166', '#ef767a', '#fdf0ff')
const SEA = palette('#08263f', '#155e82', '#8ecae6', '#ffb703', '#fb8500', '#f1faff')
const NIGHT = palette('#0b0f1f', '#243b6b', '#7d9ed8', '#ff5d73', '#7cf5c9', '#eef3ff')
const MARS = palette('#2b0f0e', '#8c2f1b', '#f2a65a', '#ffe066', '#5bc0be', '#fff3e6')
const VOID = palette('#101014', '#34344e', '#a7a9c9', '#e4ff1a', '#ff5714', '#fafaff')
const NOIR = palette('#111111', '#3a3a3a', '#d9d4c7', '#d7263d', '#f4d35e', '#faf6ec')
const FOG = palette('#20313b', '#49616e', '#c5d2d8', '#ee6c4d', '#e9c46a', '#f5f9fa')
const TWEED = palette('#2f2a1e', '#6d6240', '#d8cba0', '#a63d40', '#4f7c6b', '#fbf6e3')
const PAPER = palette('#33312e', '#8a7f72', '#f0e9dc', '#c1554e', '#4f7f8f', '#fffaf0')
const CITRUS = palette('#24433e', '#4f8a6b', '#f6e7b4', '#f08a3c', '#e4572e', '#fff8e3')
const ROSE = palette('#4a1c33', '#a53860', '#f7c5cc', '#ffd97d', '#5fa8a3', '#fff2f4')
const CANDY = palette('#26306b', '#e05a8a', '#ffd6e0', '#ffcf56', '#50c5b7', '#fffafc')
const BLOOD = palette('#12090b', '#4b0d16', '#a3545e', '#e5383b', '#d9c5a0', '#f8ecdf')
const BONE = palette('#1c1f1a', '#4a5043', '#b9bfa6', '#cfe36b', '#c75b39', '#f3f5e9')
const OCHRE = palette('#3a2412', '#8c5a2b', '#ecd3a2', '#c4452d', '#2f6f73', '#fff6e4')
const ROYAL = palette('#1a1440', '#43337d', '#b9aee0', '#e8b84a', '#c74b50', '#f7f3ff')
const MOSS = palette('#1e2b16', '#4c6b2f', '#cbd8a4', '#f0c987', '#d1603d', '#f8faec')
const SKY = palette('#12355b', '#3a7ca5', '#d3e8f2', '#f4a259', '#bc4b51', '#f8fcff')
const MODERN = palette('#1d3557', '#457b9d', '#f1ebdf', '#e63946', '#f4a261', '#fdfaf3')
const SUN = palette('#3d2c1e', '#d98a29', '#fbe8b8', '#e8572a', '#2a7f86', '#fffaf0')

/** Palettes that suit a genre. */
export const PALETTES: Record<Genre, Palette[]> = {
  fantasy: [DUSK, PINE, PLUM, ROYAL, SEA],
  science: [NIGHT, MARS, VOID, SEA, PLUM],
  crime: [NOIR, FOG, TWEED, BLOOD, SKY],
  literary: [PAPER, CITRUS, SKY, ROSE, OCHRE, SUN],
  history: [OCHRE, ROYAL, TWEED, SEA],
  horror: [BLOOD, BONE, NIGHT, NOIR],
  romance: [ROSE, CANDY, CITRUS, SUN],
  nature: [MOSS, SKY, PINE, CITRUS],
  ideas: [MODERN, SUN, CANDY, VOID, SKY],
}
