import type { Ref } from 'vue'

/** A call whose response is shown. */
export interface ShownAnswer {
  error: Readonly<Ref<unknown>>
  refetch: () => Promise<unknown>
}
