import type { ApprovalRule, ApprovalSettings } from '#contract/approval'
import type { Role } from '#contract/common'
import type { BookFacts } from '#server/domain/books/books.types'

/** The facts of a book that approval rules may use. */
export type ApprovalFacts = Pick<BookFacts, 'runtimeMin' | 'language' | 'edition' | 'releaseDate'>

export type Approval =
  | { approved: false }
  | {
      approved: true
      /** Name of the rule that applies; null if the role is enough. */
      rule: string | null
    }

/**
 * Whether a request needs no approval, because of the role or a rule. The order of the rules affects only
 * which one the activity entry names.
 * @param today ISO date.
 */
export function approvalOf(
  role: Role,
  book: ApprovalFacts,
  { roles, rules }: ApprovalSettings,
  today: string,
): Approval {
  if (role === 'admin' || roles[role]) return { approved: true, rule: null }
  const rule = rules.find((candidate) => holds(candidate, book, today))
  return rule ? { approved: true, rule: rule.name } : { approved: false }
}

/** Whether all conditions of a rule are met; an unknown fact meets none. */
function holds(rule: ApprovalRule, book: ApprovalFacts, today: string): boolean {
  const { max_hours, language, unabridged, released } = rule
  const runtime = book.runtimeMin ?? 0
  return (
    (max_hours === null || (runtime > 0 && runtime <= max_hours * 60)) &&
    (language === null || book.language === language) &&
    (!unabridged || book.edition === 'unabridged') &&
    (!released || (book.releaseDate !== null && book.releaseDate <= today))
  )
}
