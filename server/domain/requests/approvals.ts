import type { Transaction } from '#server/db/database'
import type { FeatureContext } from '#server/domain/feature-context'
import type { CurrentUser } from '#server/domain/auth/auth.types'
import type { Settings } from '#server/domain/settings/settings.service'
import { approvalOf, type Approval, type ApprovalFacts } from './approval.rules'

/**
 * Reads the approval settings once; the returned function says whether a request for a book needs approval. An
 * administrator's needs none.
 */
export type Approvals = (
  user: Pick<CurrentUser, 'role'>,
  within?: Transaction,
) => Promise<(book: ApprovalFacts) => Approval>

/** @returns what reads the approval settings, in a transaction if given one. */
export function createApprovals({
  settings,
  clock,
}: Pick<FeatureContext, 'clock'> & { settings: Pick<Settings, 'get'> }): Approvals {
  return async ({ role }, within) => {
    if (role === 'admin') return () => ({ approved: true, rule: null })
    const approval = await settings.get('approval', within)
    const today = clock().toISOString().slice(0, 10)
    return (book) => approvalOf(role, book, approval, today)
  }
}
