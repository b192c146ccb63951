import { useToastsStore } from './toasts'
import { useProblem } from './useProblem'

interface Words<Result> {
  done: (result: Result) => string
  failed: (reason: string) => string
}

/** Runs an action and shows a message about its outcome. */
export function useOutcome() {
  const { reason } = useProblem()
  const toasts = useToastsStore()

  /** @returns whether it succeeded; a failure is shown. */
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
