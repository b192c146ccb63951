// @ts-check
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
// The whole module, because an older Node would refuse a name it lacks before it could be told its version.
import util from 'node:util'
import { ROOT } from './root.mjs'

/**
 * @param {NodeJS.ProcessEnv} [more] variables on top
 * @returns {NodeJS.ProcessEnv} this environment, with a config directory inside the checkout unless one is chosen
 */
export function serverEnvironment(more = {}) {
  const file = join(ROOT, '.env')
  const chosen = { ...(existsSync(file) ? util.parseEnv(readFileSync(file, 'utf8')) : {}), ...process.env }
  return {
    ...process.env,
    ...(chosen['SVC_APP__CONFIG_DIR'] ? {} : { SVC_APP__CONFIG_DIR: './config' }),
    ...more,
  }
}
