import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { COVER_PROCESS } from '#server/domain/catalogue/drivers/cover-process.types'
import { StartError } from './start-error'

/** What this process is to do. */
type Command = { name: 'serve' } | ResetRoot

/** A new password for the root administrator. */
interface ResetRoot {
  name: 'reset-root'
  /** Whether people sign in by form from then on. */
  forms: boolean
  /** Whether the password comes from standard input and not from a prompt. */
  passwordStdin: boolean
  /** Whether the API keys of root go on working. */
  keepApiKeys: boolean
}

const USAGE = 'Usage: reset-root [--forms] [--keep-api-keys] [--password-stdin]'

/** Whether the arguments of the process, without Node and the script, ask for anything but serving. */
export function isServing(args: readonly string[]): boolean {
  return args[0] !== 'reset-root' && args[0] !== COVER_PROCESS
}

/**
 * The file that the built server is started by; null where the server is not built.
 * @param moduleUrl `import.meta.url` of the caller; in a build, that of the entry.
 */
export function builtEntry(moduleUrl: string): string | null {
  const entry = fileURLToPath(new URL('./index.mjs', moduleUrl))
  return existsSync(entry) ? entry : null
}

/**
 * Reads the arguments of the process, without Node and the script.
 * @throws StartError with the usage.
 */
export function parseCommand(args: readonly string[]): Command {
  if (isServing(args)) return { name: 'serve' }
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
      name: 'reset-root',
      forms: values.forms,
      passwordStdin: values['password-stdin'],
      keepApiKeys: values['keep-api-keys'],
    }
  } catch (cause) {
    throw new StartError(`${cause instanceof Error ? cause.message : String(cause)}\n${USAGE}`, { cause })
  }
}
