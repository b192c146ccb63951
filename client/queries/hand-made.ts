import { useMutation, useQueryCache } from '@pinia/colada'
import { useHttp } from '../api/connection'
import type { HandMadeInput } from '../api/hand-made'
import { handMadeApi } from '../api/hand-made'
import { KEYS } from './keys'
import { refetch } from './refetch'

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
