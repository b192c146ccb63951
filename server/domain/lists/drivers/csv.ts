import { Readable } from 'node:stream'
import { z } from 'zod'
import { yieldNow } from '#server/async/yield'

/**
 * Characters parsed at a time. They may be fifty rows of one letter, and still take less than 5 ms, although the parser
 * makes an error with a stack trace for each row that is too short, only to drop it.
 */
const PIECE = 100
/** Columns read per row; no real export has a tenth of them. */
const MAX_COLUMNS = 500
/** Maximum length of a row. A longer one is invalid, because a closing quotation mark is missing. */
const MAX_ROW_LENGTH = 100_000

const rowSchema = z.array(z.string().max(MAX_ROW_LENGTH))

/** Thrown for text that is not a table. */
export class NoTable extends Error {}

/**
 * Parses a table (RFC 4180) in the variants that spreadsheets and shops export: with a byte order mark, any
 * line breaks, and rows that are too short. Yields to waiting requests in between.
 * @throws NoTable if a quotation mark is never closed.
 */
export async function* readCsv(text: string, delimiter: string): AsyncGenerator<string[], void> {
  const { CsvError, parse } = await import('csv-parse')
  const parser = parse({
    bom: true,
    delimiter,
    max_record_size: MAX_ROW_LENGTH,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  })
  try {
    for await (const row of Readable.from(inPieces(text)).pipe(parser)) {
      yield rowSchema.parse(Array.isArray(row) ? row.slice(0, MAX_COLUMNS) : row)
    }
  } catch (error) {
    if (error instanceof CsvError) throw new NoTable(error.message, { cause: error })
    throw error
  }
}

async function* inPieces(text: string): AsyncGenerator<string, void> {
  for (let start = 0; start < text.length; start += PIECE) {
    await yieldNow()
    yield text.slice(start, start + PIECE)
  }
}
