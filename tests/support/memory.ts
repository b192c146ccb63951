import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'

/** Where Linux keeps files in memory. */
const MEMORY = '/dev/shm'
/** More bytes than the files of any test take. */
const ENOUGH = 2 * 1024 ** 3

/** @returns a directory in memory, where nothing waits for a disk; undefined where there is none or too little room. */
export async function findMemory(): Promise<string | undefined> {
  if (!existsSync(MEMORY)) return undefined
  const { bavail, bsize } = await statfs(MEMORY)
  return bavail * bsize > ENOUGH ? MEMORY : undefined
}
