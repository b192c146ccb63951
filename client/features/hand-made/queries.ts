import { useMutation, useQueryCache } from '@pinia/colada'
import { useHttp } from '#client/app/connection'
import type { HandMadeInput } from './calls'
import { handMadeApi } from './calls'
import { KEYS } from '#client/app/query-keys'
import { refetch } from '#client/app/refetch'

/**
 * Writes a book down, or corrects one.
 * @returns the id under which its page is found.
 */
export function useHandMadeSave() {
  const api = handMadeApi(useHttp())
  const cache = useQueryCache()
  return useMutation({
    mutation: async ({ id, body }: { id: string | null; body: HandMadeInput }) => {
      if (id === null) return (await api.create(body)).id
      await api.update(id, body)
      return id
    },
    onSettled: async () => {
      void refetch(cache, { key: [KEYS.requests] })
      await refetch(cache, { key: [KEYS.books] })
    },
  })
}
