import type { Owner } from './notifications.types'

/** Maximum senders; more than there are failing targets at any time. */
const ALL = 128
/** Maximum senders per target, so that a slow answer does not hold up everything behind it. */
const PER_TARGET = 2
/** From this many senders on, each target has only one. */
const CROWDED = 64
/** Maximum senders for users' targets, which leaves room for the server's. */
const PERSONAL = 64
/** Maximum senders for one user's targets, which leaves room for other users'. */
const PER_PERSON = 4

export interface DueTarget {
  id: string
  ownerId: Owner
}

/** Limits concurrent senders, so that unresponsive targets hold up no one else. */
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
    /** @returns a function that returns the slot; null if there is none for this target now. */
    take({ id, ownerId }: DueTarget): (() => void) | null {
      if (!isFree({ id, ownerId })) return null
      const slot = { id, ownerId }
      taken.add(slot)
      return () => void taken.delete(slot)
    },
  }
}
