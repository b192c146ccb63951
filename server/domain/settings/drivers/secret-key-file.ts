import { randomBytes } from 'node:crypto'
import { open, readFile, rm, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { pause } from '#server/async/timeout'
import { RESET_SECRETS } from '#server/domain/settings/lost-key'
import { StartError } from '#server/errors/start-error'

/** Shorter than any key generated here: such a file was truncated or written by hand. */
const MIN_LENGTH = 16
/** Milliseconds that another instance may take between creating the file and filling it. */
const TIMEOUT = 2000

/** Path of the file with the secret key, used if no variable sets it. */
export function secretKeyPath(configDir: string): string {
  return join(configDir, 'secret.key')
}

/**
 * Reads the secret key from a config directory; the first start creates it, readable only by its owner. Of instances
 * that start together, one creates the file and the others read it.
 * @param options.advise says why a directory or file cannot be used, and how to fix that.
 * @param options.mayMake whether to create a missing file; a new key cannot decrypt what a database already has.
 * @throws StartError if the file can be neither read nor created, is missing, or contains no key.
 */
export async function readSecretKey(
  configDir: string,
  options: { advise: (directory: string, cause: unknown) => string; mayMake: boolean },
): Promise<string> {
  const path = secretKeyPath(configDir)
  try {
    if (options.mayMake) await makeFile(path)
    return await readFilled(path)
  } catch (cause) {
    if (cause instanceof StartError) throw cause
    if (!options.mayMake && isMissing(cause)) {
      throw new StartError(
        `The secret key ${path} is missing, but the database has secrets that were encrypted with it. Restore that file, or set SVC_APP__SECRET_KEY to its contents. ${RESET_SECRETS}`,
        { cause },
      )
    }
    const advice = options.advise(configDir, cause)
    throw new StartError(`The secret key ${path} cannot be used: ${advice} Or set SVC_APP__SECRET_KEY.`, {
      cause,
    })
  }
}

/** Does nothing if the file exists. */
async function makeFile(path: string): Promise<void> {
  const file = await openNew(path)
  if (file === undefined) return
  try {
    await file.writeFile(`${randomBytes(32).toString('base64url')}\n`)
    // Rows encrypted with the key must never outlive it.
    await file.sync()
  } catch (error) {
    // An empty file would block the next start, when the disk has room again.
    await rm(path, { force: true })
    throw error
  } finally {
    await file.close()
  }
}

/** @returns undefined if the file exists. */
async function openNew(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, 'wx', 0o600)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return undefined
    throw error
  }
}

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

async function readFilled(path: string): Promise<string> {
  const giveUp = Date.now() + TIMEOUT
  for (;;) {
    const key = (await readFile(path, 'utf8')).trim()
    if (key.length >= MIN_LENGTH) return key
    if (Date.now() > giveUp) {
      throw new StartError(
        `The secret key ${path} has fewer than ${MIN_LENGTH} characters. Restore the previous file; if there never was one, delete this one, and the next start creates a new one.`,
      )
    }
    await pause(50)
  }
}
