import { ConfigError } from '#server/platform/config'
import { StartError } from '#server/errors/start-error'

/** The text for the operator: only the message if it was written for people. */
export function startFailure(error: unknown): string {
  if (error instanceof StartError || error instanceof ConfigError) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
