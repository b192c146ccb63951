import { useToastsStore } from './toasts'
import { useProblem } from './useProblem'

interface Words<Result> {
  done: (result: Result) => string
  failed: (reason: string) => string
}

/** Does something, and says in a message what came of it. */
export function useOutcome() {
  const { reason } = useProblem()
  const toasts = useToastsStore()

  /** @returns whether it was done; a failure is said. */
  async function say<Result>(act: () => Promise<Result>, { done, failed }: Words<Result>): Promise<boolean> {
    try {
      toasts.done(done(await act()))
      return true
    } catch (error) {
      toasts.failed(failed(reason(error)))
      return false
    }
  }
  return { say }
}
