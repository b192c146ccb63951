import { createApp, type App } from '#server/app'
import { hasSecrets } from '#server/domain/settings/feature'
import { withoutParameters } from '#server/db/shown-error'
import type { Platform } from '#server/platform/platform'
import type { Config } from '#server/platform/config'
import { StartError } from '#server/errors/start-error'
import { createStartSteps } from '#server/platform/start-steps'
import { fetchOnce } from './fetch-once'
import { version } from './version'

/**
 * Boots in an order that lets a bad start fail before anything is changed: the database, the secret key, the first
 * administrator.
 * @param options.forgetLostSecrets whether the caller removes secrets that the key cannot decrypt, so that any key will do.
 * @throws StartError with a message for the operator.
 */
export async function boot(
  config: Config,
  { runtime, uptime, log, drivers, open }: Platform,
  { forgetLostSecrets = false }: { forgetLostSecrets?: boolean } = {},
): Promise<App> {
  log.info('Starting Earmark {version} on {runtime}', { version, runtime })
  const { timed, summary } = createStartSteps({
    now: uptime,
    tellStep: (step) => log.info('Still starting: {step}', { step }),
  })
  const stored = await open(timed)
  const { database, secretKeySource } = stored
  try {
    // Of instances that start together, the first has made the key before another finds secrets here.
    const mayMakeKey = forgetLostSecrets || !(await hasSecrets(database))
    const app = createApp({
      config,
      ...drivers,
      ...{ database, secretKeySource, secretKey: await stored.secretKey(mayMakeKey) },
      log,
      clock: () => new Date(),
      fetch: fetchOnce(),
      version,
    })
    if (!forgetLostSecrets) await timed('checking the secret key', () => app.settings.verifySecretKey())
    // Read now, so that the first request does not depend on the database.
    await timed('reading the installation’s id', () => app.installation.id())
    await timed('looking for a first administrator', () => app.setup.initialiseFromEnvironment())
    const long = summary()
    if (long) log.info('Starting took {seconds} s: {steps}', long)
    return app
  } catch (error) {
    await database.close()
    if (error instanceof StartError) throw error
    const advice = stored.advise(error)
    throw advice === undefined ? withoutParameters(error) : new StartError(advice, { cause: error })
  }
}
