import { borrow } from './borrow'
import { demosSchema, type SharedDemo } from './lent'
import type { Base } from './surroundings'

const demos = await borrow('working', demosSchema)

/** One with indexers, which other files use too: what is approved is looked for and grabbed there. */
export function workingDemo(base: Base): SharedDemo {
  return demos[base]
}
