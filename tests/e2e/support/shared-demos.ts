import { afterAll } from 'vitest'
import { borrow } from './borrow'
import { demosSchema, type Demos } from './lent'

/**
 * Filled servers, one of each base path, which other files use too, one after another: the calling file has them to
 * itself until its last test and hook are over. For the top of a test file.
 * @param kind `waiting`: without indexers, so that requests wait; `working`: what is approved is looked for and grabbed.
 */
export async function useSharedDemos(kind: 'waiting' | 'working'): Promise<Demos> {
  const { value, giveBack } = await borrow(kind, demosSchema)
  // Hooks run in the order against that of their making.
  afterAll(giveBack)
  return value
}
