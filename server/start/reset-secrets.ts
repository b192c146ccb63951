import { findMigrations } from '#server/db/migrations'
import { parseConfig } from '#server/platform/config'
import { createNodePlatform } from '#server/platform/node'
import { assertNoServer } from '#server/platform/other-servers'
import { withSecretFiles } from '#server/platform/secret-files'
import { boot } from './boot'
import { parseResetSecrets, UsageError } from './command'
import { confirmAt } from './confirm-prompt'
import { startFailure } from './start-failure'
import { WRONG_USAGE } from './usage'

const WARNING =
  'This removes every stored password, token and API key of connections, notifications and the sign-in provider that the present secret key cannot decrypt; nothing brings them back. If you have a copy of the lost secret.key, restore that instead.'

/**
 * `reset-secrets`: the way on after the secret key was lost. Removes what the present key, which is made if there is
 * none, cannot decrypt, once that is confirmed. Refuses beside a running server.
 * @param args process arguments, without Node and the script.
 * @returns the exit code.
 */
export async function resetSecrets(args: readonly string[]): Promise<number> {
  try {
    const { yes } = parseResetSecrets(args)
    // Hides the log lines of the boot, which are about starting a server.
    const config = { ...parseConfig(withSecretFiles(process.env)), logLevel: 'ERROR' } as const
    const migrations = findMigrations(import.meta.url)
    await assertNoServer(config, migrations)
    if (!yes) await confirmAt({ input: process.stdin, output: process.stderr }, WARNING, '--yes')
    const platform = createNodePlatform(config, { migrations, entry: null })
    const app = await boot(config, platform, { forgetLostSecrets: true })
    try {
      process.stdout.write(`${reportOf(await app.forgetLostSecrets())}\n`)
      return 0
    } finally {
      await app.close()
    }
  } catch (error) {
    process.stderr.write(`${startFailure(error)}\n`)
    return error instanceof UsageError ? WRONG_USAGE : 1
  }
}

/** What to enter again, one line each. */
function reportOf(lost: {
  connections: readonly string[]
  targets: readonly string[]
  settings: readonly string[]
}): string {
  const { connections, targets, settings } = lost
  const lines = [
    ...list('Enter the settings of these connections again, under Settings', connections),
    ...list('Add these notifications again', targets),
    ...(settings.length > 0
      ? ['Enter the client secret of the sign-in provider again, under Settings → Security']
      : []),
  ]
  if (lines.length === 0) return 'The secret key decrypts everything that is stored; nothing was removed.'
  return [
    'Removed the secrets that cannot be decrypted with this secret key. Start Earmark, and then:',
    ...lines,
  ].join('\n')
}

const list = (task: string, names: readonly string[]): string[] =>
  names.length === 0 ? [] : [`${task}: ${names.join(', ')}`]
