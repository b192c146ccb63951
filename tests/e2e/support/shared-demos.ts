import { afterAll } from 'vitest'
import { borrow } from './borrow'
import { demosSchema, type Demos } from './lent'

/**
 * Servers with sample data, one per base path, shared by all files one at a time: the calling file has them
 * to itself until its last test and hook have finished. Call at the top of a test file.
 * @param kind `waiting`: without indexers, so that requests wait; `working`: approved books are searched and
 * grabbed.
 */
export async function useSharedDemos(kind: 'waiting' | 'working'): Promise<Demos> {
  const { value, giveBack } = await borrow(kind, demosSchema)
  // Hooks run in reverse order of registration.
  afterAll(giveBack)
  return value
}
