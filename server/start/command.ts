import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { StartError } from '#server/errors/start-error'
import { RESET_ROOT_OPTIONS, RESET_SECRETS_OPTIONS } from './usage'

/** A new password for the root administrator. */
interface ResetRoot {
  /** Whether to switch to sign-in by form. */
  forms: boolean
  /** Whether to read the password from standard input instead of a prompt. */
  passwordStdin: boolean
  /** Whether root's API keys keep working. */
  keepApiKeys: boolean
  /** Whether to end root's calendar address, notification targets and devices, too. */
  takeBack: boolean
}

/** A command was given options that it does not have. */
export class UsageError extends StartError {}

/**
 * The entry file of the built server; null if it runs from source.
 * @param moduleUrl `import.meta.url` of the caller; in a build, that of the entry.
 */
export function builtEntry(moduleUrl: string): string | null {
  const entry = fileURLToPath(new URL('./index.mjs', moduleUrl))
  return existsSync(entry) ? entry : null
}

/**
 * Parses the process arguments, without Node and the script, of `reset-root`.
 * @throws UsageError with the usage.
 */
export function parseResetRoot(args: readonly string[]): ResetRoot {
  return withUsage(`reset-root ${RESET_ROOT_OPTIONS}`, () => {
    const { values } = parseArgs({
      args: args.slice(1),
      options: {
        forms: { type: 'boolean', default: false },
        'keep-api-keys': { type: 'boolean', default: false },
        'password-stdin': { type: 'boolean', default: false },
        'take-back': { type: 'boolean', default: false },
      },
    })
    return {
      forms: values.forms,
      passwordStdin: values['password-stdin'],
      keepApiKeys: values['keep-api-keys'],
      takeBack: values['take-back'],
    }
  })
}

/**
 * Parses the process arguments, without Node and the script, of `reset-secrets`.
 * @returns whether it is confirmed.
 * @throws UsageError with the usage.
 */
export function parseResetSecrets(args: readonly string[]): { yes: boolean } {
  return withUsage(
    `reset-secrets ${RESET_SECRETS_OPTIONS}`,
    () => parseArgs({ args: args.slice(1), options: { yes: { type: 'boolean', default: false } } }).values,
  )
}

function withUsage<T>(usage: string, parse: () => T): T {
  try {
    return parse()
  } catch (cause) {
    throw new UsageError(`${cause instanceof Error ? cause.message : String(cause)}\nUsage: ${usage}`, {
      cause,
    })
  }
}
