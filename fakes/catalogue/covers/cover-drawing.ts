import type { FakeBook } from '#fakes/catalogue/fake-book'
import { pick, randomFrom } from '#fakes/catalogue/seed'
import type { Genre } from '#fakes/catalogue/shelf'
import { caption, FACES, fitted, isDrawable } from './lettering'
import type { Face } from './lettering'
import { PALETTES } from './palettes'
import type { Palette } from './palettes'
import type { Scene } from './scene'
import { doorway, houses, leaves, rays, rings, shapes, spotlight, tiles } from './scenes-abstract'
import { city, forest, mountains, planet, sea } from './scenes-land'

/** How the words are placed on the picture. */
type Layout = 'over' | 'plate' | 'band' | 'oval' | 'foot'

interface Design {
  scene: Scene
  layout: Layout
  face: Face
}

const design = (scene: Scene, layout: Layout, face: Face): Design => ({ scene, layout, face })

const DESIGNS: Record<Genre, Design[]> = {
  fantasy: [
    design(mountains, 'over', FACES.heavy),
    design(sea, 'over', FACES.caps),
    design(forest, 'over', FACES.caps),
    design(doorway, 'over', FACES.didone),
    design(leaves, 'oval', FACES.italic),
  ],
  science: [
    design(planet, 'over', FACES.round),
    design(planet, 'over', FACES.poster),
    design(rings, 'foot', FACES.poster),
    design(mountains, 'over', FACES.poster),
    design(city, 'over', FACES.round),
  ],
  crime: [
    design(spotlight, 'over', FACES.poster),
    design(city, 'over', FACES.poster),
    design(houses, 'over', FACES.didone),
    design(sea, 'over', FACES.poster),
    design(forest, 'foot', FACES.poster),
  ],
  literary: [
    design(shapes, 'plate', FACES.italic),
    design(rays, 'over', FACES.didone),
    design(leaves, 'oval', FACES.fine),
    design(tiles, 'plate', FACES.heavy),
    design(sea, 'over', FACES.italic),
  ],
  history: [
    design(tiles, 'oval', FACES.caps),
    design(mountains, 'band', FACES.heavy),
    design(rays, 'over', FACES.caps),
    design(sea, 'band', FACES.didone),
  ],
  horror: [
    design(forest, 'over', FACES.poster),
    design(doorway, 'over', FACES.poster),
    design(rings, 'foot', FACES.didone),
    design(forest, 'foot', FACES.heavy),
  ],
  romance: [
    design(houses, 'over', FACES.italic),
    design(leaves, 'oval', FACES.italic),
    design(rays, 'over', FACES.round),
    design(houses, 'over', FACES.didone),
  ],
  nature: [
    design(leaves, 'oval', FACES.didone),
    design(mountains, 'over', FACES.fine),
    design(rings, 'plate', FACES.caps),
    design(rays, 'over', FACES.fine),
  ],
  ideas: [
    design(shapes, 'plate', FACES.poster),
    design(tiles, 'plate', FACES.round),
    design(rings, 'plate', FACES.poster),
    design(shapes, 'band', FACES.didone),
  ],
}

/** Scenes with a light upper part, which need dark text. */
const LIGHT_ABOVE = new Set<Scene>([rays, houses])

interface Words {
  title: string
  above: string | null
  author: string
}

type Lay = (words: Words, face: Face, palette: Palette, onLight: boolean) => string

const LAYOUTS: Record<Layout, Lay> = {
  over: ({ title, above, author }, face, palette, onLight) => {
    const ink = onLight ? palette.dark : palette.ink
    return [
      onLight
        ? ''
        : `<defs><linearGradient id="top" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${palette.dark}" stop-opacity=".55"/><stop offset=".5" stop-color="${palette.dark}" stop-opacity="0"/><stop offset=".78" stop-color="${palette.dark}" stop-opacity="0"/><stop offset="1" stop-color="${palette.dark}" stop-opacity=".85"/></linearGradient></defs><rect width="1000" height="1000" fill="url(#top)"/>`,
      above === null ? '' : caption(above, 500, 92, 'middle', ink, 32),
      fitted(
        title,
        face,
        { x: 70, y: 118, width: 860, height: 330, align: 'middle', settle: 'middle', largest: 200 },
        ink,
      ),
      caption(author, 500, 950, 'middle', palette.ink, 42),
    ].join('')
  },
  plate: ({ title, above, author }, face, palette) =>
    [
      `<rect x="150" y="190" width="700" height="620" fill="${palette.ink}"/><rect x="172" y="212" width="656" height="576" fill="none" stroke="${palette.dark}" stroke-width="3"/>`,
      above === null ? '' : caption(above, 500, 282, 'middle', palette.second, 26),
      fitted(
        title,
        face,
        { x: 215, y: 310, width: 570, height: 350, align: 'middle', settle: 'middle', largest: 150 },
        palette.dark,
      ),
      caption(author, 500, 742, 'middle', palette.dark, 32),
    ].join(''),
  band: ({ title, above, author }, face, palette) =>
    [
      `<rect y="300" width="1000" height="400" fill="${palette.ink}"/><rect y="312" width="1000" height="4" fill="${palette.second}"/><rect y="684" width="1000" height="4" fill="${palette.second}"/>`,
      fitted(
        title,
        face,
        { x: 60, y: 345, width: 880, height: 250, align: 'middle', settle: 'middle', largest: 170 },
        palette.dark,
      ),
      caption(author, 500, 652, 'middle', palette.second, 36),
      above === null ? '' : caption(above, 500, 950, 'middle', palette.ink, 32),
    ].join(''),
  oval: ({ title, above, author }, face, palette) =>
    [
      `<circle cx="500" cy="500" r="352" fill="${palette.ink}"/><circle cx="500" cy="500" r="332" fill="none" stroke="${palette.second}" stroke-width="4"/>`,
      above === null ? '' : caption(above, 500, 318, 'middle', palette.second, 22),
      fitted(
        title,
        face,
        { x: 235, y: 350, width: 530, height: 290, align: 'middle', settle: 'middle', largest: 140 },
        palette.dark,
      ),
      caption(author, 500, 716, 'middle', palette.dark, 26),
    ].join(''),
  foot: ({ title, above, author }, face, palette) =>
    [
      `<defs><linearGradient id="foot" x1="0" y1="0" x2="0" y2="1"><stop offset=".35" stop-color="${palette.dark}" stop-opacity="0"/><stop offset=".75" stop-color="${palette.dark}" stop-opacity=".92"/></linearGradient></defs><rect width="1000" height="1000" fill="url(#foot)"/>`,
      above === null ? '' : caption(above, 70, 100, 'start', palette.ink, 32),
      fitted(
        title,
        face,
        { x: 70, y: 530, width: 860, height: 320, align: 'start', settle: 'bottom', largest: 210 },
        palette.ink,
      ),
      caption(author, 70, 940, 'start', palette.accent, 40),
    ].join(''),
}

/**
 * Draws the cover of an invented book as SVG, 1000 by 1000 units: always the same for an ASIN, and with one
 * design for all books of a series.
 */
export function drawnCover(book: FakeBook): string {
  const series = book.series[0]
  const look = randomFrom(series?.title ?? book.asin)
  const { scene, layout, face } = pick(DESIGNS[book.genre], look())
  // Books of a series share the design and cycle through the palettes.
  const palettes = PALETTES[book.genre]
  const turn = Math.floor(look() * palettes.length) + (Number.parseInt(series?.sequence ?? '0', 10) || 0)
  const palette = palettes[turn % palettes.length] ?? pick(palettes, 0)
  const words: Words = {
    title: book.title ?? '',
    above: series ? `${series.title} · ${series.sequence}` : book.subtitle,
    author: book.authors[0] ?? '',
  }
  // A plate would be empty without a title.
  const lay = LAYOUTS[isDrawable(words.title) ? layout : 'over']
  const picture = scene({ random: randomFrom(book.asin), palette })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 1000" width="1000" height="1000">${picture}${lay(words, face, palette, LIGHT_ABOVE.has(scene))}</svg>`
}
