// @ts-check
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
// Imports the whole module, because an older Node would fail on a missing name before the version check could
// run.
import util from 'node:util'
import { ROOT } from './root.mjs'

/**
 * @param {NodeJS.ProcessEnv} [more] additional variables
 * @returns {NodeJS.ProcessEnv} this environment, with a config directory inside the checkout unless one is
 *   set
 */
export function serverEnvironment(more = {}) {
  const file = join(ROOT, '.env')
  const chosen = {
    ...(existsSync(file) ? util.parseEnv(readFileSync(file, 'utf8').replace(/^\uFEFF/, '')) : {}),
    ...process.env,
  }
  return {
    ...process.env,
    ...(chosen['SVC_APP__CONFIG_DIR'] ? {} : { SVC_APP__CONFIG_DIR: './config' }),
    ...more,
  }
}
