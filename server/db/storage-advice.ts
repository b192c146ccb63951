import { codesOf } from './failures'

/**
 * Says why a directory or a file in it cannot be used by this process, and what mends that.
 * @param directory where the file lies.
 * @param cause what the system or SQLite threw.
 */
export function storageAdvice(directory: string, cause: unknown): string {
  const codes = codesOf(cause)
  const has = (...wanted: string[]) => codes.some((code) => wanted.some((start) => code.startsWith(start)))
  const uid = process.getuid?.() ?? 'unknown'
  const gid = process.getgid?.() ?? 'unknown'
  if (has('SQLITE_FULL', 'ENOSPC')) return `the disk of ${directory} is full. Make room on it.`
  if (has('EROFS')) return `${directory} is on a read-only file system. Mount it writable.`
  if (has('ENOENT')) {
    return `user id ${uid} finds no directory ${directory}. Make it: mkdir -p ${directory} && chown ${uid}:${gid} ${directory}`
  }
  if (has('EACCES', 'EPERM', 'SQLITE_READONLY', 'SQLITE_CANTOPEN')) {
    return `user id ${uid} may not write it. Let that user own its directory: chown -R ${uid}:${gid} ${directory}`
  }
  return `${cause instanceof Error ? cause.message : String(cause)}.`
}
