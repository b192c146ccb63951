import { boot } from './boot'
import { parseResetRoot, UsageError } from './command'
import { WRONG_USAGE } from './usage'
import { parseConfig } from '#server/platform/config'
import { findMigrations } from '#server/db/migrations'
import { createNodePlatform } from '#server/platform/node'
import { withSecretFiles } from '#server/platform/secret-files'
import { readPassword } from './password-prompt'
import { startFailure } from './start-failure'

/**
 * `reset-root`: gives the root administrator a new password, even while the server runs.
 * @param args process arguments, without Node and the script.
 * @returns the exit code.
 */
export async function resetRoot(args: readonly string[]): Promise<number> {
  try {
    const command = parseResetRoot(args)
    // Hides the log lines of the boot, which are about starting a server.
    const config = { ...parseConfig(withSecretFiles(process.env)), logLevel: 'ERROR' } as const
    const build = { migrations: findMigrations(import.meta.url), entry: null }
    const app = await boot(config, createNodePlatform(config, build))
    try {
      const password = await readPassword(command.passwordStdin)
      const { forms, keepApiKeys, takeBack } = command
      const { username, loginType, revokedKeys } = await app.rescue.resetRoot({
        password,
        forms,
        keepApiKeys,
        takeBack,
      })
      process.stdout.write(`${username} has a new password; all sessions of ${username} have ended.\n`)
      if (revokedKeys > 0) {
        process.stdout.write(`Revoked API keys of ${username}: ${revokedKeys}.\n`)
      }
      process.stdout.write(
        takeBack
          ? `The calendar address, notification targets and devices of ${username} are gone.\n`
          : `The calendar address, notification targets and devices of ${username} stay; --take-back ends them, too.\n`,
      )
      process.stdout.write(`The login type is ${loginType}.\n`)
      if (forms && config.forceLoginType !== undefined) {
        process.stdout.write(
          `SVC_APP__FORCE_LOGIN_TYPE overrides it; forms takes effect once you remove the variable.\n`,
        )
      }
      return 0
    } finally {
      await app.close()
    }
  } catch (error) {
    process.stderr.write(`${startFailure(error)}\n`)
    return error instanceof UsageError ? WRONG_USAGE : 1
  }
}
