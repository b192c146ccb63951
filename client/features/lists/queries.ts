import { useQuery } from '@pinia/colada'
import { toValue, type MaybeRefOrGetter } from 'vue'
import type { ListEntriesQuery, ListEntryChange, ListEntryDto, ListSelection } from '#contract/lists'
import { useApiQuery, useChange } from '#client/app/calls'
import { useHttp } from '#client/app/connection'
import type { BodyOf } from '#client/app/operations'
import { KEYS } from '#client/app/query-keys'

/** The person's lists, newest first. */
export function useLists() {
  return useApiQuery('listLists', () => ({ key: [KEYS.lists, 'all'] }))
}

/** One list, with its progress. */
export function useList(id: MaybeRefOrGetter<string>) {
  return useApiQuery('getList', () => ({ key: [KEYS.lists, 'one'], params: { id: toValue(id) } }))
}

interface EntriesPage {
  entries: ListEntryDto[]
  /** The number over all pages. */
  total: number
}

/** A page of a list's entries. The previous page stays while the next one loads. */
export function useListEntries(id: MaybeRefOrGetter<string>, view: MaybeRefOrGetter<ListEntriesQuery>) {
  const http = useHttp()
  return useQuery<EntriesPage>(() => {
    const filters = toValue(view)
    const params = { id: toValue(id) }
    return {
      key: [KEYS.lists, 'entries', params.id, JSON.stringify(filters)],
      query: async ({ signal }) => {
        const query = { ...filters, refused: filters.refused ? 'true' : null }
        const { data, headers } = await http.callWithHeaders('listEntries', { params, query, signal })
        return { entries: data, total: Number(headers.get('x-total-count')) }
      },
      placeholderData: (before) => before,
    }
  })
}

const STALE = [KEYS.lists]

export function useNewList() {
  return useChange((call, body: BodyOf<'createList'>) => call('createList', { body }), STALE)
}

export function useHardcoverList() {
  return useChange(
    (call, body: BodyOf<'createHardcoverList'>) => call('createHardcoverList', { body }),
    STALE,
  )
}

/** Actions on one list. */
export function useListChanges(id: MaybeRefOrGetter<string>) {
  const params = () => ({ id: toValue(id) })
  return {
    change: useChange(
      (call, { number, ...body }: ListEntryChange & { number: number }) =>
        call('changeListEntry', { params: { ...params(), number: String(number) }, body }),
      STALE,
    ),
    select: useChange(
      (call, body: ListSelection) => call('selectListEntries', { params: params(), body }),
      STALE,
    ),
    request: useChange((call) => call('requestList', { params: params() }), STALE),
    remove: useChange((call) => call('deleteList', { params: params() }), STALE),
  }
}
