import { computed, ref } from 'vue'
import { hasFields } from '#client/app/hasFields'
import { useSessionStore } from '#client/app/session'
import { remembered } from '#client/app/storage'

const KEY = 'earmark.searches'
const MAX_SEARCHES = 8

interface RecentSearches {
  /** Who searched. */
  username: string
  /** The words searched for, newest first. */
  words: string[]
}

const kept = ref(read())

/**
 * The signed-in person's recent searches in this browser. They never leave the browser, and the next person to sign in
 * does not see them.
 */
export function useRecentSearches() {
  const session = useSessionStore()
  const searches = computed(() =>
    kept.value && kept.value.username === session.user?.username ? kept.value.words : [],
  )

  return {
    searches,
    add(words: string) {
      const { user } = session
      if (user === null) return
      const same = words.toLocaleLowerCase()
      const others = searches.value.filter((other) => other.toLocaleLowerCase() !== same)
      kept.value = { username: user.username, words: [words, ...others].slice(0, MAX_SEARCHES) }
      remembered.setItem(KEY, JSON.stringify(kept.value))
    },
    forget() {
      kept.value = null
      remembered.removeItem(KEY)
    },
  }
}

function read(): RecentSearches | null {
  try {
    const stored: unknown = JSON.parse(remembered.getItem(KEY) ?? 'null')
    return isRecentSearches(stored) ? stored : null
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return null
  }
}

function isRecentSearches(stored: unknown): stored is RecentSearches {
  return (
    hasFields(stored, { username: 'string' }) &&
    'words' in stored &&
    Array.isArray(stored.words) &&
    stored.words.every((words) => typeof words === 'string')
  )
}
