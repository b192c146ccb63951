import { computed } from 'vue'
import { useRoute, useRouter, type LocationQueryValue } from 'vue-router'
import type { SearchSort } from '#contract/catalogue'
import type { Region } from '#contract/common'
import { keysOf } from '#client/app/keysOf'
import { isRegion } from '#client/app/regions'
import { useSessionStore } from '#client/app/session'

/** In menu order; a forgotten one fails to compile. */
const ORDER = { relevance: 0, newest: 1, title: 2, longest: 3, shortest: 4 } satisfies Record<
  SearchSort,
  number
>
const { isKey: isSort, keys } = keysOf(ORDER)
export const SORTS_IN_ORDER = keys

/** The search in the address: its words and its region. */
export function useSearchRoute() {
  const route = useRoute()
  const router = useRouter()
  const session = useSessionStore()

  const onSearch = computed(() => route.name === 'search')
  const q = computed(() => (onSearch.value ? first(route.query['q']).trim() : ''))
  const region = computed<Region>(() => {
    const value = onSearch.value ? first(route.query['region']) : ''
    return isRegion(value) ? value : (session.session?.default_region ?? 'us')
  })

  /** Whether to search for the words literally, even if they look like something else. */
  const exact = computed(() => onSearch.value && first(route.query['exact']) === '1')

  const sort = computed<SearchSort>(() => {
    const value = onSearch.value ? first(route.query['sort']) : ''
    return isSort(value) ? value : 'relevance'
  })

  /** The link that led to no book, if the person then searched for words; empty otherwise. */
  const link = computed(() => (onSearch.value ? first(route.query['link']) : ''))

  function addressOf(words: string, where: Region, more: { exact?: '1'; link?: string } = {}) {
    const text = words.trim()
    return { name: 'search', query: { ...(text && { q: text }), region: where, ...more } }
  }
  const withLink = () => (link.value ? { link: link.value } : {})

  return {
    q,
    region,
    exact,
    sort,
    link,
    /** Searches for words; a link that led to no book is kept only for the first words that replace it. */
    searchFor: (words: string) =>
      router.push(addressOf(words, region.value, q.value === '' ? withLink() : {})),
    /** Starts over with words; the link is kept for a request by hand. */
    leaveLink: () => router.push({ name: 'search', query: { link: q.value } }),
    /** Repeats the search in another region, with the same filters. */
    searchIn: (where: Region) => router.push({ name: 'search', query: { ...route.query, region: where } }),
    /** Changes the order of the results. */
    sortBy: (by: SearchSort) =>
      router.push({ name: 'search', query: { ...route.query, sort: by === 'relevance' ? undefined : by } }),
    /** Searches for the same text literally. */
    searchExactly: () => router.push(addressOf(q.value, region.value, { exact: '1', ...withLink() })),
    /** Continues with the words that a link stands for, as if they had been typed. */
    continueWith: (words: string, where: Region) => router.replace(addressOf(words, where, withLink())),
  }
}

function first(value: LocationQueryValue | LocationQueryValue[] | undefined): string {
  return (Array.isArray(value) ? value[0] : value) ?? ''
}
