// @ts-check
// The whole module, because an older Node would fail on a missing name before the version check could run.
import util from 'node:util'

/**
 * Parses the arguments of this process. For any that the script does not have, prints how to use it and exits with 2.
 *
 * @template {NonNullable<import('node:util').ParseArgsConfig['options']>} T
 * @param {string} usage
 * @param {T} options
 */
export function readOptions(usage, options) {
  try {
    return util.parseArgs({ options }).values
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\nUsage: ${usage}`)
    return process.exit(2)
  }
}
