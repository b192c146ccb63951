import { ref } from 'vue'
import { remembered } from '#client/app/storage'

const KEY = 'earmark.searches'
const MOST = 8

const searches = ref<string[]>(read())

/** What was searched for lately in this browser, newest first; it never leaves the browser. */
export function useRecentSearches() {
  function save(list: string[]) {
    searches.value = list
    remembered.setItem(KEY, JSON.stringify(list))
  }

  return {
    searches,
    add(words: string) {
      const same = words.toLocaleLowerCase()
      save([words, ...searches.value.filter((other) => other.toLocaleLowerCase() !== same)].slice(0, MOST))
    },
    forget() {
      searches.value = []
      remembered.removeItem(KEY)
    },
  }
}

function read(): string[] {
  const stored = remembered.getItem(KEY)
  if (stored === null) return []
  try {
    const list: unknown = JSON.parse(stored)
    return Array.isArray(list) ? list.filter((entry) => typeof entry === 'string').slice(0, MOST) : []
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    remembered.removeItem(KEY)
    return []
  }
}
