import { useMutation, useQueryCache } from '@pinia/colada'
import { useHttp } from '#client/app/connection'
import type { BodyOf } from '#client/app/operations'
import { KEYS } from '#client/app/query-keys'
import { refetch } from '#client/app/refetch'

/**
 * Writes a book down, or corrects one.
 * @returns the id under which its page is found.
 */
export function useHandMadeSave() {
  const http = useHttp()
  const cache = useQueryCache()
  return useMutation({
    mutation: async ({ id, body }: { id: string | null; body: BodyOf<'createHandMade'> }) => {
      if (id === null) return (await http.call('createHandMade', { body })).id
      await http.call('updateHandMade', { params: { id }, body })
      return id
    },
    onSettled: async () => {
      void refetch(cache, { key: [KEYS.requests] })
      await refetch(cache, { key: [KEYS.books] })
    },
  })
}
