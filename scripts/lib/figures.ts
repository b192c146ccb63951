type Unit = 'ms' | 'µs' | 's' | 'MB' | 'MiB' | 'kB' | '/s' | 'lost' | 'doubled' | 'calls'

/** The goal of a figure; `timesPlain` is its ratio to plain Node's. */
type Aim =
  { below: number } | { exactly: number } | { timesPlain: number } | { between: readonly [number, number] }

/** A measurement with its goal, and this machine's minimum for the same work. */
export interface Figure {
  name: string
  value: number
  unit: Unit
  /** Omitted if the figure is only for comparison. */
  aim?: Aim
  /** The same work with only Node or a library, measured in the same run and unit. */
  plain?: { what: string; value: number }
}

/** A Markdown table: every figure with its goal, plain Node's figure, and their ratio. */
export function renderTable(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => [
    figure.name,
    quantity(figure.value, figure.unit),
    figure.aim ? `${aimText(figure.aim, figure.unit)}${isMet(figure) ? '' : ' **missed**'}` : '',
    figure.plain ? `${figure.plain.what}: ${quantity(figure.plain.value, figure.unit)}` : '',
    ratioText(figure),
  ])
  const head = ['', 'measured', 'goal', 'baseline, same run', 'ratio']
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** Whether a figure meets its goal; without one, it always does. */
export function isMet({ value, aim, plain, unit }: Figure): boolean {
  if (!aim) return true
  if ('below' in aim) return value <= aim.below
  if ('exactly' in aim) return value === aim.exactly
  if ('between' in aim) return value >= aim.between[0] && value <= aim.between[1]
  return plain !== undefined && timesPlain(value, plain.value, unit) <= aim.timesPlain
}

/** The ratio to plain Node; for a rate, how many times slower. */
function timesPlain(value: number, plain: number, unit: Unit): number {
  return unit === '/s' ? plain / value : value / plain
}

function ratioText({ value, plain, unit }: Figure): string {
  if (!plain || plain.value === 0) return ''
  const times = timesPlain(value, plain.value, unit)
  return unit === '/s' ? `1/${times.toFixed(1)}` : `${times.toFixed(times < 10 ? 2 : 1)}×`
}

function aimText(aim: Aim, unit: Unit): string {
  if ('below' in aim) return aim.below === 0 ? '0' : `< ${aim.below} ${unit}`
  if ('exactly' in aim) return quantity(aim.exactly, unit)
  if ('between' in aim) return `${aim.between[0]} to ${aim.between[1]} ${unit}`
  return unit === '/s' ? `≥ 1/${aim.timesPlain} of baseline` : `≤ ${aim.timesPlain} × baseline`
}

function quantity(value: number, unit: Unit): string {
  if (unit === 'lost' || unit === 'doubled' || unit === 'calls') return String(value)
  if (unit === '/s') return `${value.toFixed(0)}/s`
  const digits = value < 1 ? 3 : value < 10 ? 2 : value < 100 ? 1 : 0
  return `${value.toFixed(digits)} ${unit}`
}
