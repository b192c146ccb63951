import { computed, type Ref } from 'vue'

/** A call whose answer is shown. */
export interface Asked {
  error: Readonly<Ref<unknown>>
  refetch: () => Promise<unknown>
}

/** Calls whose answers are shown together: the first failure, and a retry of all. */
export function together(...calls: Asked[]): Asked {
  return {
    error: computed(() => calls.find(({ error }) => error.value)?.error.value ?? null),
    refetch: () => Promise.all(calls.map(({ refetch }) => refetch())),
  }
}
