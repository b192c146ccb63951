import { toValue, type MaybeRefOrGetter } from 'vue'
import { useHttp } from '#client/app/connection'
import { pageHeaders, useBookPages, type BookPage } from '#client/features/search/useBookPages'
import type { PersonView } from './usePersonRoute'

/** The maximum page size: entries that are filtered out leave a page shorter. */
const PAGE_SIZE = 50

const LISTS = { author: 'listAuthorBooks', narrator: 'listNarratorBooks' } as const
export type PersonRole = keyof typeof LISTS

/** An author's or narrator's books, page by page, each once. */
export function usePersonBooks(person: MaybeRefOrGetter<PersonView & { role: PersonRole }>) {
  const http = useHttp()

  async function load(
    { role, name, region, sort, unrequested }: PersonView & { role: PersonRole },
    page: number,
    signal: AbortSignal,
  ): Promise<BookPage> {
    const { data, headers } = await http.callWithHeaders(LISTS[role], {
      params: { name },
      query: { region, sort, show: unrequested ? 'not_requested' : 'all', page, num_results: PAGE_SIZE },
      signal,
    })
    return { items: data, page, ...pageHeaders(headers) }
  }

  return useBookPages(() => {
    const shown = toValue(person)
    return { key: JSON.stringify(shown), load: (page, signal) => load(shown, page, signal) }
  })
}
