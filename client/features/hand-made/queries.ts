import { useChange } from '#client/app/calls'
import type { BodyOf } from '#client/app/operations'
import { KEYS, staleRequests } from '#client/app/query-keys'

interface HandMade {
  /** Null for a new book. */
  id: string | null
  body: BodyOf<'createHandMade'>
  /** The version that is corrected; none for a new book. */
  version: string | undefined
  /** Whether to request a new one even if the library has it. */
  anyway: boolean
}

/**
 * Requests a book by hand, or corrects one.
 * @returns the id of its page.
 */
export function useHandMadeSave() {
  return useChange(
    async (call, { id, body, version, anyway }: HandMade) => {
      if (id === null) {
        return (await call('createHandMade', { query: { unless_in_library: !anyway }, body })).id
      }
      const { wishes: _wishes, ...corrected } = body
      await call('updateHandMade', { params: { id }, body: { ...corrected, version } })
      return id
    },
    ...staleRequests(KEYS.books),
  )
}
