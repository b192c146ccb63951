import { AppError } from '#server/errors/app-error'

/** The results of work started at the same time, sorted: `done` or an error code each. */
export async function outcomesOf(work: readonly Promise<unknown>[]): Promise<string[]> {
  const settled = await Promise.allSettled(work)
  return settled
    .map((outcome) => {
      if (outcome.status === 'fulfilled') return 'done'
      if (outcome.reason instanceof AppError) return outcome.reason.code
      throw outcome.reason
    })
    .toSorted()
}
