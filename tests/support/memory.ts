import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'

/** An in-memory file system on Linux. */
const MEMORY = '/dev/shm'
/** More bytes than the tests ever keep there. */
const ENOUGH_MEMORY = 2 * 1024 ** 3

/**
 * Where the databases of tests lie: in memory if there is room. On a disk every commit waits for it, and copying a
 * PostgreSQL database takes ten times as long: ext4 examines every recently deleted file before creating another, and
 * such a database has hundreds.
 * @param otherwise a directory on disk.
 */
export async function memoryOr(otherwise = tmpdir()): Promise<string> {
  if (!existsSync(MEMORY)) return otherwise
  const { bavail, bsize } = await statfs(MEMORY)
  return bavail * bsize > ENOUGH_MEMORY ? MEMORY : otherwise
}
