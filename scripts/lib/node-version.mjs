// @ts-check
import { readFileSync } from 'node:fs'

const MANIFEST = new URL('../../package.json', import.meta.url)

/** Ends the process with a message if this Node is older than package.json requires. */
export function requireNodeVersion() {
  const wanted = JSON.parse(readFileSync(MANIFEST, 'utf8')).engines.node.match(/\d+\.\d+/)[0]
  if (isOlder(process.versions.node, wanted)) {
    console.error(
      `Earmark needs Node.js ${wanted} or newer; this is ${process.versions.node} (${process.execPath}).`,
    )
    process.exit(1)
  }
}

/**
 * @param {string} version for example "20.18.3"
 * @param {string} minimum for example "20.19"
 * @returns {boolean} whether the version is older than the minimum
 */
export function isOlder(version, minimum) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [minimumMajor = 0, minimumMinor = 0] = minimum.split('.').map(Number)
  return major < minimumMajor || (major === minimumMajor && minor < minimumMinor)
}
