import { issueAt } from '#contract/issue-words'
import { fault, type IssueDto } from '#contract/issues'
import type { AppError } from '#server/errors/app-error'
import { defineProblem, invalidInput } from '#server/errors/problem'
import type { ConnectionState } from './settings.rules'

export const unknownIndexer = defineProblem('unknown_indexer', 404)
export const unknownConnection = defineProblem('unknown_connection', 404)
const connectionNameTaken = defineProblem('connection_name_taken', 409)

/** The issue for a name that another connection has. */
export function takenName(name: string): AppError {
  return connectionNameTaken({ name }, { errors: [issueAt('name', fault('taken'))] })
}

/** Reports issues with the settings; the list is truncated if it is very long. */
export function invalidSettings(issues: readonly IssueDto[]): AppError {
  return invalidInput(issues.slice(0, 20).map((issue) => ({ ...issue, path: issue.path.slice(0, 100) })))
}

/**
 * The state after valid changes.
 * @param within path of the settings in the body; empty for the top level.
 * @throws AppError `validation_failed` with every issue.
 */
export function accepted(
  outcome: { state: ConnectionState } | { issues: IssueDto[] },
  within = '',
): ConnectionState {
  if ('state' in outcome) return outcome.state
  throw invalidSettings(outcome.issues.map((issue) => ({ ...issue, path: `${within}${issue.path}` })))
}
