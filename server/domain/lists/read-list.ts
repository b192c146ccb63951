import { MAX_ENTRIES, type ListSource } from '#contract/lists'
import { yieldEvery } from '#server/async/yield'
import { nameKeyOf } from '#server/domain/search-text.rules'
import { NoTable, readCsv } from './drivers/csv'
import { delimiterOf, readHeader, readRow, type Table } from './export-rows.rules'
import { listTooLong, listWithoutBooks } from './lists.errors'
import type { ReadEntry, ReadList } from './lists.types'
import { readTitleLine } from './title-line.rules'

/**
 * Rows or lines read, with those that are skipped or named twice. A real row has dozens of characters, so the longest
 * text has fewer; one of single letters would have hundreds of thousands.
 */
const MAX_ROWS = 20_000

/** Counts rows. @throws AppError `list_too_long`. */
function counting() {
  let rows = 0
  return () => {
    if (++rows > MAX_ROWS) throw listTooLong({ most: MAX_ENTRIES })
  }
}

/** Collects entries without duplicates. */
function collecting() {
  const byKey = new Map<string, ReadEntry>()
  return {
    add(entry: ReadEntry): void {
      const key = `${nameKeyOf(entry.title)}\n${nameKeyOf(entry.author ?? '')}`
      if (!byKey.has(key)) byKey.set(key, entry)
      if (byKey.size > MAX_ENTRIES) throw listTooLong({ most: MAX_ENTRIES })
    },
    entries: () => [...byKey.values()],
  }
}

/**
 * Parses an export or lines of titles. A book named twice counts once. Yields to waiting requests in between.
 * @throws AppError `list_too_long` or `list_without_books`.
 */
export async function readList(text: string, shelves: 'to_read' | 'all'): Promise<ReadList> {
  const delimiter = delimiterOf(text)
  const list = delimiter === null ? await readLines(text) : await readTable(text, delimiter, shelves)
  if (list.entries.length === 0) throw listWithoutBooks({ why: 'nothing' })
  return list
}

async function readLines(text: string): Promise<ReadList> {
  const { add, entries } = collecting()
  const yieldIfDue = yieldEvery()
  const count = counting()
  for (const [line] of text.matchAll(/[^\r\n]+/g)) {
    await yieldIfDue()
    count()
    const entry = readTitleLine(line)
    if (entry) add(entry)
  }
  return { source: 'titles', entries: entries() }
}

async function readTable(text: string, delimiter: string, shelves: 'to_read' | 'all'): Promise<ReadList> {
  const { add, entries } = collecting()
  let source: ListSource = 'csv'
  let table: Table | null = null
  let read = 0
  const yieldIfDue = yieldEvery()
  const count = counting()
  try {
    for await (const cells of readCsv(text, delimiter)) {
      await yieldIfDue()
      count()
      if (table === null) {
        table = readHeader(cells)
        if (table === null) break
        source = table.source
        continue
      }
      const row = readRow(table, cells)
      if (row?.read && shelves === 'to_read') read += 1
      else if (row) add(row.entry)
    }
  } catch (error) {
    if (error instanceof NoTable) throw listWithoutBooks({ why: 'broken' }, { cause: error })
    throw error
  }
  if (read > 0 && entries().length === 0) throw listWithoutBooks({ why: 'all_read', n: read })
  return { source, entries: entries() }
}
