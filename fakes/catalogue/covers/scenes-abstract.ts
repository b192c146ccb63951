import type { Scene } from './scene'

const EDGE = 1000
const f = (value: number) => value.toFixed(1)
const ground = (fill: string) => `<rect width="${EDGE}" height="${EDGE}" fill="${fill}"/>`

/** Bold flat shapes on paper: circles, half circles and bars on a grid. */
export const shapes: Scene = ({ random, palette }) => {
  const colours = [palette.dark, palette.mid, palette.accent, palette.second]
  const cells = Array.from({ length: 16 }, (_, index) => {
    const x = (index % 4) * 250
    const y = Math.floor(index / 4) * 250
    const fill = colours[Math.floor(random() * colours.length)] ?? palette.dark
    const turn = Math.floor(random() * 4) * 90
    const forms = [
      `<circle cx="125" cy="125" r="125"/>`,
      `<path d="M0 0A250 250 0 0 1 250 250H0Z"/>`,
      `<path d="M0 125A125 125 0 0 1 250 125Z"/>`,
      `<path d="M0 0H250L0 250Z"/>`,
      `<rect width="125" height="250"/>`,
      '',
    ]
    const form = forms[Math.floor(random() * forms.length)] ?? ''
    return `<g transform="translate(${x} ${y}) rotate(${turn} 125 125)" fill="${fill}">${form}</g>`
  })
  return ground(palette.light) + cells.join('')
}

/** Rings like those of a tree or of a stone in water, slightly out of round. */
export const rings: Scene = ({ random, palette }) => {
  const x = 300 + random() * 400
  const y = 420 + random() * 260
  const phase = random() * Math.PI * 2
  const circles = Array.from({ length: 17 }, (_, index) => {
    const radius = 760 - index * 44
    const points = Array.from({ length: 72 }, (_, step) => {
      const angle = (step / 72) * Math.PI * 2
      const wobble =
        1 + 0.045 * Math.sin(angle * 3 + phase + index * 0.25) + 0.025 * Math.sin(angle * 7 + phase * 2)
      return `${f(x + Math.cos(angle) * radius * wobble)} ${f(y + Math.sin(angle) * radius * wobble)}`
    })
    const fills = [palette.dark, palette.mid, palette.light, palette.mid]
    return `<path d="M${points.join('L')}Z" fill="${index === 16 ? palette.accent : fills[index % 4]}"/>`
  })
  return ground(palette.dark) + circles.join('')
}

/** Rays from a low sun. */
export const rays: Scene = ({ random, palette }) => {
  const x = 300 + random() * 400
  const count = 18 + Math.floor(random() * 12)
  const beams = Array.from({ length: count }, (_, index) => {
    const angle = (index / count) * Math.PI * 2
    const spread = Math.PI / count / 1.1
    const point = (turn: number) => `${f(x + Math.cos(turn) * 1500)} ${f(720 + Math.sin(turn) * 1500)}`
    return `<path d="M${f(x)} 720L${point(angle)}L${point(angle + spread)}Z" fill="${palette.mid}" opacity=".38"/>`
  })
  return [
    ground(palette.light),
    ...beams,
    `<circle cx="${f(x)}" cy="720" r="190" fill="${palette.accent}"/>`,
    `<path d="M0 830Q250 ${f(760 + random() * 50)} 500 825T1000 800V1000H0Z" fill="${palette.dark}"/>`,
  ].join('')
}

/** Stems with leaves that grow in from the edges. */
export const leaves: Scene = ({ random, palette }) => {
  const colours = [palette.mid, palette.second, palette.accent, palette.mid]
  const stems = Array.from({ length: 11 }, (_, index) => {
    const turn = (index / 11) * 360 + random() * 22
    const length = 330 + random() * 110
    const colour = colours[index % colours.length] ?? palette.mid
    const pairs = Array.from({ length: 6 }, (_, step) => {
      const at = 70 + step * (length / 7)
      const size = 84 - step * 8
      return `<path d="M${f(at)} 0q${f(size * 0.5)} ${f(-size * 0.75)} ${f(size * 1.25)} ${f(-size * 0.6)}q${f(-size * 0.3)} ${f(size * 0.62)} ${f(-size * 1.25)} ${f(size * 0.6)}M${f(at)} 0q${f(size * 0.5)} ${f(size * 0.75)} ${f(size * 1.25)} ${f(size * 0.6)}q${f(-size * 0.3)} ${f(-size * 0.62)} ${f(-size * 1.25)} ${f(-size * 0.6)}"/>`
    })
    return `<g transform="translate(500 500) rotate(${f(turn)}) translate(660 0) rotate(180)" fill="${colour}"><path d="M0 -4H${f(length)}V4H0Z"/>${pairs.join('')}</g>`
  })
  return ground(palette.dark) + stems.join('')
}

/** A small figure in a slanting cone of light, with a long shadow. */
export const spotlight: Scene = ({ random, palette }) => {
  const x = 380 + random() * 240
  const from = x < 500 ? 900 : 100
  const stripes = Array.from(
    { length: 9 },
    (_, index) => `<rect y="${f(640 + index * 40)}" width="${EDGE}" height="${f(5 + index * 2)}"/>`,
  )
  const figure = `<path d="M-44 0L-30 -150Q-34 -196 0 -200T30 -150L44 0H12L4 -84H-4L-12 0Z"/><circle cy="-222" r="25"/><path d="M-52 -232H52L28 -242Q24 -280 0 -276T-28 -242Z"/>`
  return [
    ground(palette.dark),
    `<path d="M${from} -40L${f(x - 330)} 1000H${f(x + 330)}Z" fill="${palette.mid}"/><path d="M${from} -40L${f(x - 200)} 1000H${f(x + 200)}Z" fill="${palette.accent}"/>`,
    `<g fill="${palette.dark}" opacity=".35">${stripes.join('')}</g>`,
    `<ellipse cx="${f(x)}" cy="850" rx="230" ry="44" fill="${palette.light}"/>`,
    `<g transform="translate(${f(x)} 850)" fill="${palette.dark}">${figure}<path d="M-40 0H40L${from > 500 ? -230 : 230} 150H${from > 500 ? -330 : 330}Z" opacity=".55"/></g>`,
  ].join('')
}

/** A keyhole or doorway with something bright behind. */
export const doorway: Scene = ({ random, palette }) => {
  const arches = Array.from({ length: 6 }, (_, index) => {
    const half = 300 - index * 46
    const top = 390 + index * 56
    const fills = [palette.mid, palette.dark, palette.mid, palette.second, palette.light, palette.accent]
    return `<path d="M${500 - half} 1000V${top + half}A${half} ${half} 0 0 1 ${500 + half} ${top + half}V1000Z" fill="${fills[index]}"/>`
  })
  const figure = `<path d="M488 930L484 850Q480 812 500 808T516 850L512 930Z" fill="${palette.dark}"/><circle cx="500" cy="792" r="15" fill="${palette.dark}"/><path d="M470 940H530L${f(590 + random() * 40)} 1000H${f(380 + random() * 40)}Z" fill="${palette.dark}" opacity=".45"/>`
  return ground(palette.dark) + arches.join('') + figure
}

/** A row of small houses with lit windows. */
export const houses: Scene = ({ random, palette }) => {
  const colours = [palette.mid, palette.second, palette.accent, palette.dark]
  const row = Array.from({ length: 6 }, (_, index) => {
    const x = 30 + index * 160
    const height = 170 + random() * 130
    const fill = colours[index % colours.length] ?? palette.mid
    const windows = [0, 1].map(
      (column) =>
        `<rect x="${x + 28 + column * 56}" y="${f(900 - height + 50)}" width="32" height="44" rx="16"/>`,
    )
    return `<path d="M${x} 900V${f(900 - height)}L${x + 72} ${f(900 - height - 82)}L${x + 144} ${f(900 - height)}V900Z" fill="${fill}"/><g fill="${palette.ink}">${windows.join('')}</g><path d="M${x + 54} 900v-62a18 18 0 0 1 36 0v62Z" fill="${palette.ink}" opacity=".9"/>`
  })
  const dots = Array.from(
    { length: 40 },
    () => `<circle cx="${f(random() * EDGE)}" cy="${f(random() * 640)}" r="${f(3 + random() * 7)}"/>`,
  )
  return [
    ground(palette.light),
    `<g fill="${palette.ink}" opacity=".8">${dots.join('')}</g>`,
    ...row,
    `<path d="M0 895Q300 860 500 890T1000 880V1000H0Z" fill="${palette.dark}"/>`,
  ].join('')
}

/** Quarter circles laid like tiles. */
export const tiles: Scene = ({ random, palette }) => {
  const marks = Array.from({ length: 64 }, (_, index) => {
    const x = (index % 8) * 125
    const y = Math.floor(index / 8) * 125
    const turn = Math.floor(random() * 4) * 90
    return `<g transform="translate(${x} ${y}) rotate(${turn} 62.5 62.5)"><path d="M0 0A125 125 0 0 0 125 125V95A95 95 0 0 1 30 0Z" fill="${palette.accent}"/><path d="M60 0A65 65 0 0 0 125 65V35A35 35 0 0 1 90 0Z" fill="${palette.light}"/></g>`
  })
  return ground(palette.mid) + marks.join('')
}
