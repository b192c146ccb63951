import { book, requestedBook } from './books.examples'
import { example } from './example'
import {
  changeListEntry,
  createHardcoverList,
  createList,
  getList,
  listEntries,
  selectListEntries,
} from './lists'

const at = '2026-11-21T09:30:00.000Z'
example(createList.body, {
  text: '1. The Tide Tables - Mara Ellison\n2. A Year of Storms by Jon Abara',
  shelves: 'to_read',
})
example(getList.answers[200].schema, {
  id: '7b1c1f0a-94a9-4f5e-9d0b-0d8b7e0f6a11',
  name: 'goodreads_library_export.csv',
  counts: {
    total: 120,
    by_state: { waiting: 20, sure: 60, check: 12, nothing: 8, in_library: 15, requested: 5 },
    selected: 60,
    requesting: 0,
    refused: 0,
  },
  paused: { code: 'catalogue_timeout', params: {}, until: at },
})
const { cover_image, cover_url, title, subtitle, authors, narrators, runtime_length_min, language, edition } =
  book
const alternative = {
  asin: 'B0EXAMPLE2',
  ...{ title, subtitle, authors, narrators, cover_image, cover_url, runtime_length_min, language, edition },
}
example(listEntries.answers[200].schema.element, {
  number: 4,
  title: `${title} (Harbour Tales, #2)`,
  author: authors[0] ?? null,
  state: 'sure',
  selected: true,
  refused: { code: 'quota_exceeded', params: { days: 7, limit: 5, next_at: at } },
  match: requestedBook,
  alternatives: [alternative],
})
example(changeListEntry.body, { asin: alternative.asin })
example(selectListEntries.body, { state: 'check', selected: true })
example(createHardcoverList.body, { token: 'hc_pat_…' })
