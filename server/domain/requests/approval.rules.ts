import type { ApprovalRule, ApprovalSettings } from '#contract/approval'
import type { Role } from '#contract/common'
import type { BookFacts } from '#server/domain/books/books.types'

/** What rules of approval know of a book. */
export type ApprovalFacts = Pick<BookFacts, 'runtimeMin' | 'language' | 'edition' | 'releaseDate'>

export type Approval =
  | { approved: false }
  | {
      approved: true
      /** Name of the rule that holds; null where the role is enough. */
      rule: string | null
    }

/**
 * Whether a request needs nobody's approval: because of the role, or as a rule holds for the book. Which rule is found
 * first changes only what the timeline says.
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

/** Whether all conditions of a rule hold; what is not known of a book holds for none. */
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
