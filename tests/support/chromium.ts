import { existsSync } from 'node:fs'
import { chromium, type Browser } from 'playwright-core'
import { unpackChromium } from './chromium-package'

const DEBIAN_CHROMIUM = '/usr/bin/chromium'

/**
 * No sandbox (tests run as root in containers), no background traffic, and no optimising compilers, which do
 * not pay off on pages that live for seconds.
 */
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-dev-shm-usage',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--js-flags=--no-maglev,--no-turbofan',
]

/** Where a browser is, and the environment variables it needs to find its libraries and fonts. */
export interface ChromiumBinary {
  executablePath: string
  env: Record<string, string>
}

/**
 * Finds a Chromium: the one that `CHROME` names, else the one inside the npm package `@sparticuz/chromium`,
 * which is unpacked once into `node_modules/.cache`, so that the tests use the same browser on every machine.
 * Where that package does not run, Debian's Chromium is used.
 */
async function findChromium(): Promise<ChromiumBinary> {
  const named = process.env['CHROME']
  if (named) {
    if (!existsSync(named)) throw new Error(`CHROME names ${named}, which does not exist`)
    return { executablePath: named, env: {} }
  }
  if (process.platform === 'linux' && process.arch === 'x64') return unpackChromium()
  if (existsSync(DEBIAN_CHROMIUM)) return { executablePath: DEBIAN_CHROMIUM, env: {} }
  throw new Error(
    `The tests bring their own Chromium on Linux x64 only; this is ${process.platform} ${process.arch}. ` +
      'Set CHROME to the path of a Chromium or Chrome.',
  )
}

/** Launches a headless browser, which ends with the calling process unless the caller closes it earlier. */
export async function launchChromium(): Promise<Browser> {
  const { executablePath, env } = await findChromium()
  return chromium.launch({ executablePath, args: FLAGS, env: { ...definedEnvironment(), ...env } })
}

function definedEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  )
}
