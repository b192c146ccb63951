// @ts-check
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './root.mjs'
import { exitOnFailure, runNpm } from './run.mjs'

/**
 * @typedef {{ version?: string, optional?: boolean, devOptional?: boolean, peer?: boolean }} LockedPackage
 * @typedef {Record<string, LockedPackage>} LockedPackages
 */

/**
 * Installs the packages in package-lock.json, unless exactly those are installed.
 *
 * @param {string} [home] the directory of that file
 */
export async function ensurePackages(home = ROOT) {
  const wanted = readLockfile(join(home, 'package-lock.json'))
  // npm writes this file in the last step of every installation.
  const installed = join(home, 'node_modules', '.package-lock.json')
  if (existsSync(installed) && isInstalled(wanted, readLockfile(installed))) return
  console.log('Installing packages (npm ci)…')
  exitOnFailure(
    'npm ci',
    await runNpm(['ci', '--ignore-scripts', '--include=dev', '--include=optional'], home),
  )
}

/**
 * @param {LockedPackages} wanted packages of package-lock.json
 * @param {LockedPackages} installed packages of node_modules/.package-lock.json
 * @returns {boolean} whether they agree; packages that are optional (for another platform, say) may be missing
 */
export function isInstalled(wanted, installed) {
  const missing = Object.entries(wanted).some(([path, { version, optional, devOptional }]) => {
    if (path === '') return false
    const found = installed[path]
    return found ? found.version !== version : !optional && !devOptional
  })
  return !missing && Object.keys(installed).every((path) => path in wanted)
}

/**
 * @param {string} path
 * @returns {LockedPackages}
 */
function readLockfile(path) {
  return JSON.parse(readFileSync(path, 'utf8')).packages
}
