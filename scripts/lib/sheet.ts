/** Milliseconds, or what its column says, beside what they shall be less than. */
interface Cell {
  value: number
  below?: number
}

/** Several measurements of each of many things that compare: a table of its own. Columns without a unit are milliseconds. */
export interface Sheet {
  title: string
  /** What its columns are, and how it was measured. */
  text: string
  columns: readonly string[]
  /** Cells in the order of the columns; null is one that could not be measured. */
  rows: { name: string; cells: readonly (Cell | null)[] }[]
}

/** A heading, an explanation and a table of Markdown. */
export function renderSheet({ title, text, columns, rows }: Sheet): string {
  const head = ['', ...columns]
  const lines = rows.map(({ name, cells }) => [name, ...cells.map(cellText)])
  const table = [head, head.map(() => '---'), ...lines].map((line) => `| ${line.join(' | ')} |`)
  return `## ${title}\n\n${text}\n\n${table.join('\n')}`
}

/** How many cells are not what they shall be. */
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
