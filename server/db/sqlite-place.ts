import { statSync } from 'node:fs'

/** Tells a file apart from any other that may come to its path. */
export type FileIdentity = `${number}:${number}`

/** @returns the identity of the file at a path; undefined if there is none. */
export function identityOf(path: string): FileIdentity | undefined {
  const file = statSync(path, { throwIfNoEntry: false })
  return file && `${file.dev}:${file.ino}`
}

/**
 * Ensures that a path still leads to a file: after its directory was deleted or replaced, SQLite would go on writing to
 * a file that no one can find again.
 * @throws an error with the code `SQLITE_FILE_REPLACED`.
 */
export function assertInPlace(path: string, expected: FileIdentity | undefined): void {
  if (isInPlace(path, expected)) return
  const error = new Error(
    `The file ${path} was deleted or replaced while Earmark used it. Restart Earmark, after restoring the file if need be.`,
  )
  throw Object.assign(error, { code: 'SQLITE_FILE_REPLACED' })
}

/** Whether a path still leads to a file; undefined is any. */
export const isInPlace = (path: string, expected: FileIdentity | undefined): boolean =>
  expected === undefined || identityOf(path) === expected
