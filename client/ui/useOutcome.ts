import { useToastsStore } from './toasts'
import { useProblem } from './useProblem'

interface Words<Result> {
  /** The message of a success; omitted where the page itself shows the result. */
  done?: (result: Result) => string
  failed: (reason: string) => string
}

/** Runs an action and shows messages about its outcome. */
export function useOutcome() {
  const { reason } = useProblem()
  const toasts = useToastsStore()

  /** @returns whether it succeeded; a failure is shown. */
  async function report<Result>(
    act: () => Promise<Result>,
    { done, failed }: Words<Result>,
  ): Promise<boolean> {
    try {
      const result = await act()
      if (done) toasts.done(done(result))
      return true
    } catch (error) {
      toasts.failed(failed(reason(error)))
      return false
    }
  }
  return { report }
}
