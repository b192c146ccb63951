/** The exit code for commands and options that do not exist, as of most programs. */
export const WRONG_USAGE = 2

export const RESET_SECRETS_OPTIONS = '[--yes]'

export const RESET_ROOT_OPTIONS = '[--forms] [--keep-api-keys] [--take-back] [--password-stdin]'

const USAGE = `Usage:
  index.mjs                starts the server; its settings are environment variables
  index.mjs reset-root     gives the root administrator a new password; options: ${RESET_ROOT_OPTIONS}
  index.mjs reset-secrets  removes what cannot be decrypted after the secret key was lost; options: ${RESET_SECRETS_OPTIONS}
`

/**
 * Ends the process for a command that does not exist, listing those that do: a mistyped one must not start a second
 * server on the same files.
 */
export function refuseCommand(given: string): never {
  const what = given.startsWith('-') ? 'option' : 'command'
  process.stderr.write(`There is no ${what} ${JSON.stringify(given)}.\n${USAGE}`)
  process.exit(WRONG_USAGE)
}
