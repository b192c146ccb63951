import { causesOf } from '#server/errors/causes'
import { codesOf } from './failures'

/**
 * Why this process cannot use a directory or a file in it, and how to fix that.
 * @param directory of the file.
 * @param cause error from the system or SQLite.
 */
export function storageAdvice(directory: string, cause: unknown): string {
  const codes = codesOf(cause)
  const has = (...wanted: string[]) => codes.some((code) => wanted.some((start) => code.startsWith(start)))
  const uid = process.getuid?.() ?? 'unknown'
  const gid = process.getgid?.() ?? 'unknown'
  if (has('SQLITE_FULL', 'ENOSPC')) return `the disk of ${directory} is full. Free some space.`
  if (has('EROFS')) return `${directory} is on a read-only file system. Mount it writable.`
  if (has('ENOENT')) {
    return `the directory ${directory} does not exist for user id ${uid}. Create it: mkdir -p ${directory} && chown ${uid}:${gid} ${directory}`
  }
  if (has('SQLITE_BUSY', 'SQLITE_LOCKED', 'SQLITE_IOERR', 'SQLITE_PROTOCOL')) {
    return `${wordsOf(cause)}. If ${directory} is on a network share (SMB, NFS), move it to a local disk or use PostgreSQL: SQLite needs locks and shared memory there. Otherwise another program uses the file, such as a backup or another Earmark, or the disk fails.`
  }
  if (has('SQLITE_CORRUPT', 'SQLITE_NOTADB')) {
    return `the file is damaged (${wordsOf(cause)}). Check the disk, and restore a copy from a backup, or one that Earmark made before an upgrade: the files in ${directory} with .before- in their name.`
  }
  if (has('SQLITE_FILE_REPLACED')) return wordsOf(cause)
  if (has('EACCES', 'EPERM', 'SQLITE_READONLY', 'SQLITE_CANTOPEN')) {
    return `user id ${uid} cannot write to it. Make that user the owner of its directory: chown -R ${uid}:${gid} ${directory}`
  }
  return `${wordsOf(cause)}.`
}

/** The words of the innermost cause: what is around it quotes a statement. */
function wordsOf(cause: unknown): string {
  const innermost = causesOf(cause).at(-1)
  return (innermost?.message ?? String(cause)).replace(/\.$/, '')
}

/**
 * How to protect another user's file, whose mode this process may not change.
 * @returns undefined if only its owner can read or write it.
 */
export function looseFileAdvice(path: string, file: { uid: number; mode: number }): string | undefined {
  const mode = file.mode & 0o777
  if ((mode & 0o077) === 0) return undefined
  const uid = process.getuid?.() ?? 'unknown'
  const gid = process.getgid?.() ?? 'unknown'
  return `${path} belongs to user id ${file.uid} and has mode ${mode.toString(8)}, so other users can read Earmark's data. Make the user that runs Earmark its owner: chown ${uid}:${gid} ${path} && chmod 600 ${path}`
}
