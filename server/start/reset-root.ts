import { boot } from './boot'
import { parseCommand } from './command'
import { parseConfig } from './config'
import { findMigrations } from '#server/db/migrations'
import { readPassword } from './password-prompt'
import { startFailure } from './start-failure'

/**
 * `reset-root`: gives the root administrator a new password, also while the server runs.
 * @param args arguments of the process, without Node and the script.
 * @returns the exit code.
 */
export async function resetRoot(args: readonly string[]): Promise<number> {
  try {
    const command = parseCommand(args)
    if (command.name !== 'reset-root') return 0
    // What the boot logs is about starting a server.
    const config = { ...parseConfig(process.env), logLevel: 'ERROR' } as const
    const app = await boot(config, { migrations: findMigrations(import.meta.url), entry: null })
    try {
      const password = await readPassword(command.passwordStdin)
      const { forms, keepApiKeys } = command
      const { username, loginType, revokedKeys } = await app.rescue.resetRoot({
        password,
        forms,
        keepApiKeys,
      })
      process.stdout.write(`${username} has a new password; all sessions of ${username} have ended.\n`)
      if (revokedKeys > 0) {
        process.stdout.write(`API keys of ${username} that were revoked: ${revokedKeys}.\n`)
      }
      process.stdout.write(`The login type is ${loginType}.\n`)
      if (forms && config.forceLoginType !== undefined) {
        process.stdout.write(
          `SVC_APP__FORCE_LOGIN_TYPE prescribes it; forms takes effect once the variable is removed.\n`,
        )
      }
      return 0
    } finally {
      await app.close()
    }
  } catch (error) {
    process.stderr.write(`${startFailure(error)}\n`)
    return 1
  }
}
