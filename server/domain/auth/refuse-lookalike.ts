import { issueAt } from '#contract/issue-words'
import { fault } from '#contract/issues'
import type { Transaction } from '#server/db/database'
import { refuseIssues } from '#server/errors/problem'
import type { UsersRepository } from './users.repository'

/**
 * Ensures in the transaction that adds a user that the name cannot be mistaken for another user's.
 * @throws AppError `validation_failed`.
 */
export async function refuseLookalike(
  users: Pick<UsersRepository, 'hasLookalike'>,
  within: Transaction,
  username: string,
): Promise<void> {
  if (await users.hasLookalike(within, username)) {
    refuseIssues([issueAt('username', fault('looks_like_user'))])
  }
}
