import type { RequestedBookDto } from '#contract/books'
import type { Wishes } from '#contract/wishes'

/**
 * Where a spreadsheet formula could begin and run with the rights of whoever opens the file. In much of Europe a
 * semicolon separates cells: one in a text then starts a new cell, and a line break a new row, since the quotation
 * marks around the text are no longer at the start of a cell. Quotation marks and blanks before a formula are skipped.
 */
const FORMULA = /(?:^|(?<=[;\r\n\v\f\u0085\u2028\u2029]))[" \u00a0\u3000]*(?=[=+\-@\t\r＝＋－＠])/g

/** One record in RFC 4180 format. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(value: string): string {
  const text = value.replaceAll(FORMULA, "'$&")
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

type Column = (item: RequestedBookDto) => string | number | null | undefined

/** People's wishes, each with a name. */
function ofEach(words: (wishes: Wishes) => string | null): Column {
  return ({ requests }) =>
    requests
      .flatMap(({ user_username: name, wishes }) => {
        const said = wishes && words(wishes)
        return said ? `${name}: ${said}` : []
      })
      .join('; ')
}

/** The columns of the export by heading, in order. */
const COLUMNS: Readonly<Record<string, Column>> = {
  title: ({ book }) => book.title,
  subtitle: ({ book }) => book.subtitle,
  authors: ({ book }) => book.authors.join('; '),
  narrators: ({ book }) => book.narrators.join('; '),
  series: ({ book }) =>
    book.series
      .map(({ title, position }) => (position === null ? title : `${title} #${position}`))
      .join('; '),
  status: ({ book }) => book.status,
  requested_by: ({ requests }) => requests.map(({ user_username }) => user_username).join('; '),
  requested_at: ({ requests }) =>
    requests
      .map(({ created_at }) => created_at)
      .toSorted()
      .at(-1),
  wishes: ofEach(({ note: _note, ...conditions }) =>
    Object.entries(conditions)
      .filter(([, value]) => value !== null && value !== false)
      .map(([name, value]) => (value === true ? name : `${name} ${value}`))
      .join(', '),
  ),
  notes: ofEach(({ note }) => note),
  decline_reason: ({ requests }) => requests.find(({ reason }) => reason !== null)?.reason,
  release_date: ({ book }) => book.release_date,
  runtime_length_min: ({ book }) => book.runtime_length_min,
  language: ({ book }) => book.language,
  region: ({ book }) => book.region,
  asin: ({ book }) => book.asin,
}

/** The header row; its byte order mark tells spreadsheets that the file is UTF-8. */
export const EXPORT_HEAD = `\uFEFF${csvLine(Object.keys(COLUMNS))}`

/** One row of the export. */
export const exportLine = (item: RequestedBookDto): string =>
  csvLine(Object.values(COLUMNS).map((column) => String(column(item) ?? '')))
