import type { BulkAnswerDto, BulkBody } from '#contract/fulfilment'
import { AppError } from '#server/errors'
import type { CurrentUser } from '#server/domain/auth/auth.types'
import type { Decisions } from './decisions.service'
import type { Requests } from './requests.service'

interface BulkDependencies {
  requests: Pick<Requests, 'remove'>
  decisions: Decisions
  /** Marks a book as in the library. */
  markDownloaded: (user: CurrentUser, asin: string) => Promise<void>
}

/** Changes of many books at once. */
export function createBulk({ requests, decisions, markDownloaded }: BulkDependencies) {
  return {
    /**
     * Does the same to each book, one after the other. Each is a change of its own: one that is refused does not
     * keep the others from it.
     * @returns what became of each, in the order of the ASINs.
     */
    async change(user: CurrentUser, { asins, action, reason }: BulkBody): Promise<BulkAnswerDto> {
      const actions: Record<BulkBody['action'], (asin: string) => Promise<void>> = {
        approve: (asin) => decisions.approve(user, asin),
        decline: (asin) => decisions.decline(user, asin, { reason }),
        remove: (asin) => requests.remove(user, asin),
        downloaded: (asin) => markDownloaded(user, asin),
      }
      const answer: BulkAnswerDto = { done: [], failed: [] }
      for (const asin of new Set(asins)) {
        try {
          await actions[action](asin)
          answer.done.push(asin)
        } catch (error) {
          if (!(error instanceof AppError)) throw error
          const { code, params, message: detail } = error
          answer.failed.push({ asin, code, params, detail })
        }
      }
      return answer
    },
  }
}
