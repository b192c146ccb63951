import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { StartError } from './start-error'

/** A new password for the root administrator. */
interface ResetRoot {
  /** Whether people sign in by form from then on. */
  forms: boolean
  /** Whether the password comes from standard input and not from a prompt. */
  passwordStdin: boolean
  /** Whether the API keys of root go on working. */
  keepApiKeys: boolean
}

const USAGE = 'Usage: reset-root [--forms] [--keep-api-keys] [--password-stdin]'

/**
 * The file that the built server is started by; null where the server is not built.
 * @param moduleUrl `import.meta.url` of the caller; in a build, that of the entry.
 */
export function builtEntry(moduleUrl: string): string | null {
  const entry = fileURLToPath(new URL('./index.mjs', moduleUrl))
  return existsSync(entry) ? entry : null
}

/**
 * Reads the arguments of the process, without Node and the script, where the first is `reset-root`.
 * @throws StartError with the usage.
 */
export function parseResetRoot(args: readonly string[]): ResetRoot {
  try {
    const { values } = parseArgs({
      args: args.slice(1),
      options: {
        forms: { type: 'boolean', default: false },
        'keep-api-keys': { type: 'boolean', default: false },
        'password-stdin': { type: 'boolean', default: false },
      },
    })
    return {
      forms: values.forms,
      passwordStdin: values['password-stdin'],
      keepApiKeys: values['keep-api-keys'],
    }
  } catch (cause) {
    throw new StartError(`${cause instanceof Error ? cause.message : String(cause)}\n${USAGE}`, { cause })
  }
}
