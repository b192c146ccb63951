/** Stores small texts by name. */
export type TextStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** What this browser remembers between visits, or only during this one if storage is disabled. */
export const remembered = storeOf(() => window.localStorage)

function storeOf(open: () => Storage): TextStore {
  try {
    return open()
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
    return inMemory()
  }
}

function inMemory(): TextStore {
  const values = new Map<string, string>()
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  }
}
