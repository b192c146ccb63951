import { ConfigError } from './config'
import { StartError } from '#server/platform/start-error'

/** What the operator is told: only the message, if it was written for people. */
export function startFailure(error: unknown): string {
  if (error instanceof StartError || error instanceof ConfigError) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
