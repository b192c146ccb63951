import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'

/** An in-memory file system on Linux. */
const MEMORY = '/dev/shm'
/** More bytes than the tests ever need there. */
const ENOUGH_MEMORY = 2 * 1024 ** 3

/**
 * Where tests keep temporary files: in memory if there is room. On disk, every commit waits for a write, and
 * creating a file takes long: ext4 examines every recently deleted one before it. A PostgreSQL database consists of
 * hundreds of files, and a browser creates one for each picture that its processes share.
 * @param otherwise a directory on disk.
 */
export async function memoryOr(otherwise = tmpdir()): Promise<string> {
  if (!existsSync(MEMORY)) return otherwise
  const { bavail, bsize } = await statfs(MEMORY)
  return bavail * bsize > ENOUGH_MEMORY ? MEMORY : otherwise
}
