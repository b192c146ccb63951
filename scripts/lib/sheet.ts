/** A value in milliseconds, or the column's unit, with its goal. */
interface Cell {
  value: number
  below?: number
}

/** A table of comparable measurements. Columns without a unit are in milliseconds. */
export interface Sheet {
  title: string
  /** What the columns mean, and how the values were measured. */
  text: string
  columns: readonly string[]
  /** Cells in column order; null if a value could not be measured. */
  rows: { name: string; cells: readonly (Cell | null)[] }[]
}

/** A heading, an explanation and a Markdown table. */
export function renderSheet({ title, text, columns, rows }: Sheet): string {
  const head = ['', ...columns]
  const lines = rows.map(({ name, cells }) => [name, ...cells.map(cellText)])
  const table = [head, head.map(() => '---'), ...lines].map((line) => `| ${line.join(' | ')} |`)
  return `## ${title}\n\n${text}\n\n${table.join('\n')}`
}

/** How many cells miss their goal. */
export function missedIn({ rows }: Sheet): number {
  return rows.flatMap(({ cells }) => cells).filter((cell) => cell !== null && isMissed(cell)).length
}

const isMissed = ({ value, below }: Cell): boolean => below !== undefined && value > below

function cellText(cell: Cell | null): string {
  if (cell === null) return ''
  const { value, below } = cell
  const measured = value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)
  if (below === undefined) return measured
  return isMissed(cell) ? `**${measured}**, not < ${below}` : `${measured} < ${below}`
}
