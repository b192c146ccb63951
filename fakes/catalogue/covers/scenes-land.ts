import type { Scene } from './scene'

const EDGE = 1000
const f = (value: number) => value.toFixed(1)

/** A wavy or jagged ridge from left to right, closed at the bottom. */
function ridge(random: () => number, level: number, height: number, steps: number, smooth: boolean): string {
  const points = Array.from({ length: steps + 1 }, (_, index) => ({
    x: (EDGE / steps) * index,
    y: level - random() * height,
  }))
  const path = points.map(({ x, y }, index) => {
    const before = points[index - 1]
    if (!before) return `M0 ${f(y)}`
    const middle = (before.x + x) / 2
    return smooth ? `C${f(middle)} ${f(before.y)} ${f(middle)} ${f(y)} ${f(x)} ${f(y)}` : `L${f(x)} ${f(y)}`
  })
  return `${path.join(' ')} L${EDGE} ${EDGE} L0 ${EDGE}Z`
}

function stars(random: () => number, count: number, fill: string, below = 700): string {
  return Array.from({ length: count }, () => {
    const radius = 0.8 + random() ** 4 * 4
    return `<circle cx="${f(random() * EDGE)}" cy="${f(random() * below)}" r="${f(radius)}" fill="${fill}" opacity="${f(0.3 + random() * 0.7)}"/>`
  }).join('')
}

function sky(id: string, top: string, middle: string, bottom: string): string {
  return `<defs><linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${top}"/><stop offset=".6" stop-color="${middle}"/><stop offset="1" stop-color="${bottom}"/></linearGradient></defs><rect width="${EDGE}" height="${EDGE}" fill="url(#${id})"/>`
}

/** Layered mountains or hills below a sun or moon. */
export const mountains: Scene = ({ random, palette }) => {
  const jagged = random() < 0.5
  const sunX = 200 + random() * 600
  const layers = [0, 1, 2, 3].map((layer) => {
    const level = 680 + layer * 90
    const path = ridge(random, level, jagged ? 260 - layer * 40 : 120, jagged ? 9 + layer * 2 : 5, !jagged)
    return `<path d="${path}" fill="${palette.dark}" opacity="${f(0.28 + layer * 0.24)}"/>`
  })
  return [
    sky('sky', palette.dark, palette.mid, palette.light),
    stars(random, 60, palette.ink, 420),
    `<circle cx="${f(sunX)}" cy="610" r="${f(110 + random() * 60)}" fill="${palette.accent}"/>`,
    ...layers,
  ].join('')
}

/** A moonlit sea with a small boat or lighthouse. */
export const sea: Scene = ({ random, palette }) => {
  const x = random() < 0.5 ? 230 + random() * 120 : 640 + random() * 130
  const waves = Array.from({ length: 9 }, (_, row) => {
    const y = 718 + row * 32
    const shift = random() * 80
    const swell = `q 45 ${row % 2 ? -18 : 18} 90 0 `.repeat(14)
    return `<path d="M${f(-90 - shift)} ${y} ${swell}" fill="none" stroke="${row < 3 ? palette.accent : palette.light}" stroke-width="${3 + row * 0.6}" opacity="${f(0.75 - row * 0.06)}"/>`
  })
  const lighthouse = `<path d="M-26 0L-18 -210H18L26 0Z" fill="${palette.ink}"/><path d="M-24 -60h48M-22 -120h44" stroke="${palette.second}" stroke-width="24"/><rect x="-26" y="-250" width="52" height="42" fill="${palette.dark}"/><circle cx="0" cy="-229" r="14" fill="${palette.accent}"/><path d="M14 -229L420 -330V-150Z" fill="${palette.accent}" opacity=".28"/>`
  const boat = `<path d="M-90 -18H90L60 22H-56Z" fill="${palette.dark}"/><path d="M0 -30V-210L96 -44H8ZM-8 -44H-70L-8 -176Z" fill="${palette.ink}"/>`
  return [
    sky('sky', palette.dark, palette.mid, palette.mid),
    stars(random, 80, palette.ink, 560),
    `<circle cx="${f(EDGE - x)}" cy="575" r="92" fill="${palette.light}" opacity=".95"/>`,
    `<rect y="700" width="${EDGE}" height="300" fill="${palette.dark}"/>`,
    `<g transform="translate(${f(x)} 708)">${random() < 0.5 ? lighthouse : boat}</g>`,
    ...waves,
  ].join('')
}

/** Bare trunks in fog. */
export const forest: Scene = ({ random, palette }) => {
  const rows = [0.25, 0.5, 1].map((depth) => {
    const trunks = Array.from({ length: 9 }, (_, index) => {
      const x = (EDGE / 8) * index + (random() - 0.5) * 110
      const width = 10 + depth * (18 + random() * 30)
      const lean = (random() - 0.5) * 60
      const branch = 300 + random() * 320
      const reach = (random() < 0.5 ? -1 : 1) * (60 + random() * 110)
      return `<path d="M${f(x)} ${EDGE}L${f(x + lean)} -20h${f(width)}L${f(x + width)} ${EDGE}Z"/><path d="M${f(x + lean / 2 + width / 2)} ${f(branch)}q${f(reach / 2)} -20 ${f(reach)} -130" fill="none" stroke="${palette.dark}" stroke-width="${f(width * 0.32)}" stroke-linecap="round"/>`
    })
    return `<g fill="${palette.dark}" opacity="${depth}">${trunks.join('')}</g><rect width="${EDGE}" height="${EDGE}" fill="${palette.mid}" opacity="${f(0.3 - depth * 0.26)}"/>`
  })
  return [
    sky('sky', palette.mid, palette.light, palette.mid),
    `<circle cx="${f(300 + random() * 400)}" cy="${f(400 + random() * 120)}" r="170" fill="${palette.accent}" opacity=".85"/>`,
    ...rows,
    `<defs><linearGradient id="shade" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${palette.dark}" stop-opacity=".9"/><stop offset=".45" stop-color="${palette.dark}" stop-opacity=".15"/><stop offset="1" stop-color="${palette.dark}" stop-opacity=".9"/></linearGradient></defs><rect width="${EDGE}" height="${EDGE}" fill="url(#shade)"/>`,
  ].join('')
}

/** A city at night: rows of towers with lit windows. */
export const city: Scene = ({ random, palette }) => {
  const towers = Array.from({ length: 11 }, (_, index) => {
    const width = 70 + random() * 60
    const x = index * 92 - 20
    const height = 180 + random() * 270
    const windows = Array.from({ length: 14 }, () => {
      const row = Math.floor(random() * (height / 40))
      const column = Math.floor(random() * (width / 26))
      return `<rect x="${f(x + 12 + column * 26)}" y="${f(EDGE - height + 22 + row * 40)}" width="11" height="17"/>`
    })
    return `<rect x="${f(x)}" y="${f(EDGE - height)}" width="${f(width)}" height="${f(height)}" fill="${palette.dark}" opacity="${f(0.8 + random() * 0.2)}"/><g fill="${palette.accent}" opacity=".85">${windows.join('')}</g>`
  })
  return [
    sky('sky', palette.dark, palette.mid, palette.light),
    `<circle cx="${f(150 + random() * 700)}" cy="585" r="${f(90 + random() * 70)}" fill="${palette.second}"/>`,
    ...towers,
  ].join('')
}

/** A planet with a ring, smaller moons and many stars. */
export const planet: Scene = ({ random, palette }) => {
  const x = 250 + random() * 500
  const radius = 180 + random() * 90
  const tilt = -35 + random() * 70
  const bands = Array.from({ length: 6 }, (_, index) => {
    const y = -radius + (index + random() * 0.6) * (radius / 2.8)
    return `<rect x="${f(-radius)}" y="${f(y)}" width="${f(radius * 2)}" height="${f(14 + random() * 30)}" fill="${index % 2 ? palette.light : palette.dark}" opacity=".28"/>`
  })
  return [
    sky('sky', palette.dark, palette.dark, palette.mid),
    stars(random, 150, palette.ink, 1000),
    `<g transform="translate(${f(x)} 690) rotate(${f(tilt)})"><defs><clipPath id="disc"><circle r="${f(radius)}"/></clipPath><radialGradient id="lit" cx=".3" cy=".3" r=".9"><stop offset="0" stop-color="${palette.light}"/><stop offset=".5" stop-color="${palette.accent}"/><stop offset="1" stop-color="${palette.dark}"/></radialGradient></defs>`,
    `<circle r="${f(radius)}" fill="url(#lit)"/><g clip-path="url(#disc)">${bands.join('')}</g>`,
    random() < 0.65
      ? `<path d="M${f(-radius * 1.75)} 0A${f(radius * 1.75)} ${f(radius * 0.42)} 0 0 0 ${f(radius * 1.75)} 0" fill="none" stroke="${palette.second}" stroke-width="16"/><path d="M${f(-radius * 1.5)} 0A${f(radius * 1.5)} ${f(radius * 0.34)} 0 0 0 ${f(radius * 1.5)} 0" fill="none" stroke="${palette.ink}" stroke-width="5" opacity=".8"/>`
      : '',
    `</g><circle cx="${f(EDGE - x)}" cy="${f(470 + random() * 60)}" r="${f(26 + random() * 40)}" fill="${palette.second}"/>`,
  ].join('')
}
