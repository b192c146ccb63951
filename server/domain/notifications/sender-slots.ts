import type { Owner } from './notifications.types'

/** Maximum number of senders; higher than the number of failing targets at any time. */
const ALL = 128
/**
 * Maximum senders per target; more than one, so that a slow response does not block all messages behind it.
 */
const PER_TARGET = 2
/** When at least this many senders are running, each target gets only one. */
const CROWDED = 64
/** Maximum senders for users' targets. The rest is reserved for the server's. */
const PERSONAL = 64
/** Maximum senders for one user's targets. The rest is reserved for other users'. */
const PER_PERSON = 4

export interface DueTarget {
  id: string
  ownerId: Owner
}

/** Limits concurrent senders, so that unresponsive targets block no one else. */
export function createSenderSlots() {
  const taken = new Set<DueTarget>()

  const count = (which: (target: DueTarget) => boolean) => [...taken].filter(which).length

  function isFree({ id, ownerId }: DueTarget): boolean {
    const ofTarget = count((target) => target.id === id)
    if (taken.size >= ALL || ofTarget >= (taken.size < CROWDED ? PER_TARGET : 1)) return false
    if (ownerId === null) return true
    return (
      count((target) => target.ownerId !== null) < PERSONAL &&
      count((target) => target.ownerId === ownerId) < PER_PERSON
    )
  }

  return {
    /** @returns a function that frees the slot, or null if this target gets no slot now. */
    take({ id, ownerId }: DueTarget): (() => void) | null {
      if (!isFree({ id, ownerId })) return null
      const slot = { id, ownerId }
      taken.add(slot)
      return () => void taken.delete(slot)
    },
  }
}
