import { borrow } from './borrow'
import { demosSchema, type SharedDemo } from './lent'
import type { Base } from './surroundings'

const demos = await borrow('waiting', demosSchema)

/** The filled server of a base path, which other files use too; requests wait there, as it has no indexers. */
export function sharedDemo(base: Base): SharedDemo {
  return demos[base]
}
