import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import type { ChromiumBinary } from './chromium'

const CACHE = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'earmark')

/**
 * Prints the path of the unpacked browser. It runs in a separate process because the package takes its target
 * from the temporary directory and changes the library path of the process that imports it.
 */
const UNPACK = `
import chromium from '@sparticuz/chromium'
process.stdout.write(JSON.stringify(await chromium.executablePath()))
`

/** The package's own configuration names directories of AWS Lambda; without fonts, text has no size. */
const FONT_CONFIGURATION = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <dir>/usr/share/fonts</dir>
</fontconfig>
`

/** Unpacks the browser of `@sparticuz/chromium` with its libraries and fonts, if it has not been done yet. */
export async function unpackChromium(): Promise<ChromiumBinary> {
  const home = join(CACHE, `chromium-${await packageVersion()}`)
  if (!existsSync(home)) {
    await mkdir(CACHE, { recursive: true })
    const attempt = await mkdtemp(join(CACHE, 'unpacking-'))
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '--eval', UNPACK],
      {
        cwd: import.meta.dirname,
        // Any Lambda with Amazon Linux 2023: makes the package unpack the libraries a bare system lacks.
        env: { ...process.env, TMPDIR: attempt, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' },
      },
    )
    const executable = z.string().parse(JSON.parse(stdout))
    if (relative(attempt, executable) !== 'chromium')
      throw new Error(`Chromium was unpacked to ${executable}`)
    await writeFile(join(attempt, 'fonts', 'fonts.conf'), FONT_CONFIGURATION)
    await keep(attempt, home)
  }
  return {
    executablePath: join(home, 'chromium'),
    env: {
      LD_LIBRARY_PATH: join(home, 'al2023', 'lib'),
      FONTCONFIG_PATH: join(home, 'fonts'),
    },
  }
}

/** Renames the finished directory into place; if another process was faster, its result is the same. */
async function keep(attempt: string, home: string): Promise<void> {
  try {
    await rename(attempt, home)
  } catch (cause) {
    await rm(attempt, { recursive: true, force: true })
    if (!existsSync(home)) throw cause
  }
}

async function packageVersion(): Promise<string> {
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium')
  const manifest = await readFile(join(dirname(entry), '..', '..', 'package.json'), 'utf8')
  return z.object({ version: z.string() }).parse(JSON.parse(manifest)).version
}
