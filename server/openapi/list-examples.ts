import type { z } from 'zod'
import type { RequestedBookDto } from '#contract/books'
import type {
  createHardcoverList,
  createList,
  changeListEntry,
  ListAlternativeDto,
  ListDto,
  ListEntryDto,
  ListSelection,
} from '#contract/lists'

/** Examples of imported lists. */
export function listExamples(requested: RequestedBookDto, time: string): Readonly<Record<string, unknown>> {
  const newList: z.input<typeof createList.body> = {
    text: '1. The Tide Tables - Mara Ellison\n2. A Year of Storms by Jon Abara',
    shelves: 'to_read',
  }
  const list: ListDto = {
    id: '7b1c1f0a-94a9-4f5e-9d0b-0d8b7e0f6a11',
    name: 'goodreads_library_export.csv',
    source: 'goodreads',
    region: 'us',
    created_at: time,
    removed_at: time,
    counts: {
      total: 120,
      by_state: { waiting: 20, sure: 60, check: 12, nothing: 8, in_library: 15, requested: 5 },
      selected: 60,
      requesting: 0,
      refused: 0,
    },
    paused: { code: 'catalogue_timeout', params: {}, until: time },
  }
  const { cover_image, title, subtitle, authors, narrators, runtime_length_min, language, edition } =
    requested.book
  const alternative: ListAlternativeDto = {
    asin: 'B0EXAMPLE2',
    ...{ title, subtitle, authors, narrators, cover_image, runtime_length_min, language, edition },
  }
  const refused = { code: 'quota_exceeded', params: { days: 7, limit: 5, next_at: time } }
  const entry: ListEntryDto = {
    number: 4,
    title: `${title} (Harbour Tales, #2)`,
    author: authors[0] ?? null,
    state: 'sure',
    selected: true,
    requesting: false,
    refused,
    match: requested,
    alternatives: [alternative],
  }
  const change: z.infer<typeof changeListEntry.body> = { asin: alternative.asin }
  const selection: ListSelection = { state: 'check', selected: true }
  const fromHardcover: z.input<typeof createHardcoverList.body> = { token: 'hc_pat_…' }
  return {
    List: list,
    ListAlternative: alternative,
    ListCounts: list.counts,
    ListEntry: entry,
    ListEntryChange: change,
    ListRefusal: refused,
    ListSelection: selection,
    NewHardcoverList: fromHardcover,
    NewList: newList,
  }
}
