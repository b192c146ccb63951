import { ConfigError } from './config'
import { StartError } from './start-error'

/** What the person who starts the server is told: the message alone where it was written for them. */
export function startFailure(error: unknown): string {
  if (error instanceof StartError || error instanceof ConfigError) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
