import { AppError } from '#server/errors'

/** How pieces of work ended that were started together: `done`, or the code of each error, in order of the words. */
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
