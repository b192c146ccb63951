import { issueAt } from '#contract/issue-words'
import { fault, type IssueDto } from '#contract/issues'
import { defineError, type AppError } from '#server/errors'
import { defineProblem } from '#server/problem'
import type { IntegrationState } from './settings.rules'

export const unknownIndexer = defineProblem({
  code: 'unknown_indexer',
  status: 404,
  title: 'Unknown indexer',
})
export const unknownConnection = defineProblem({
  code: 'unknown_connection',
  status: 404,
  title: 'Unknown connection',
})
const connectionNameTaken = defineProblem({
  code: 'connection_name_taken',
  status: 409,
  title: 'Name taken',
})
const unfitSettings = defineError({ code: 'validation_failed', status: 422, title: 'Invalid input' })

/** Says that another connection has the name. */
export function takenName(name: string): AppError {
  return connectionNameTaken({ name }, { errors: [issueAt('name', fault('taken'))] })
}

/** Says what is wrong with the settings, shortened where it is very much. */
export function unfit(issues: readonly IssueDto[]): AppError {
  const errors = issues.slice(0, 20).map((issue) => ({ ...issue, path: issue.path.slice(0, 100) }))
  const [first] = errors
  return unfitSettings(first ? `${first.path}: ${first.message}` : 'The settings are not valid.', { errors })
}

/**
 * The state after changes that are right.
 * @param within where the settings stand in what was sent; empty for at its top.
 * @throws AppError `validation_failed` naming everything that is wrong.
 */
export function accepted(
  outcome: { state: IntegrationState } | { issues: IssueDto[] },
  within = '',
): IntegrationState {
  if ('state' in outcome) return outcome.state
  throw unfit(outcome.issues.map((issue) => ({ ...issue, path: `${within}${issue.path}` })))
}
