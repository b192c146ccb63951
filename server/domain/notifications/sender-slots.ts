import type { Owner } from './notifications.types'

/** Senders in all; more than there are targets with trouble at the same time. */
const ALL = 128
/** Senders of one target at once: a slow answer does not hold up everything behind it. */
const PER_TARGET = 2
/** From so many senders on, each target has one alone. */
const CROWDED = 64
/** Senders of all targets of users: whatever those do, there is room for the targets of the server. */
const PERSONAL = 64
/** Senders of all targets of one user: they have to leave room for those of others. */
const PER_PERSON = 4

export interface DueTarget {
  id: string
  ownerId: Owner
}

/** Who may send at the same time, so that targets that do not answer hold up nobody else. */
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
    /** @returns gives the slot back; null when there is none for this target now. */
    take({ id, ownerId }: DueTarget): (() => void) | null {
      if (!isFree({ id, ownerId })) return null
      const slot = { id, ownerId }
      taken.add(slot)
      return () => void taken.delete(slot)
    },
  }
}
