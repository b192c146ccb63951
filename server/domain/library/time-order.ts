import { CLOCK_SKEW } from '#server/async/due.rules'

/** Compares stored times, of which some may have been stored while the clock was ahead. */
export interface TimeOrder {
  /** Whether something stored at one time came after something stored at another. */
  isAfter(at: Date, since: Date): boolean
  /** A stored time that can be compared with those of a right clock. */
  settled(at: Date): Date
}

/**
 * When something happened that was stored while the clock was ahead is not known: it counts as having happened just before
 * this instance first noticed that its time lies ahead. So what the library had by then is not new, and what it gets is.
 * Two times that both lie ahead were stored by the same wrong clock, and still compare.
 */
export function createTimeOrder(clock: () => Date): TimeOrder {
  const noticed = new Map<number, Date>()
  const isWrong = (at: Date) => at.getTime() > clock().getTime() + CLOCK_SKEW

  function settled(at: Date): Date {
    const time = at.getTime()
    if (!isWrong(at)) {
      noticed.delete(time)
      return at
    }
    const before = noticed.get(time) ?? new Date(clock().getTime() - CLOCK_SKEW)
    noticed.set(time, before)
    return before
  }

  return { settled, isAfter: (at, since) => at > (isWrong(at) ? since : settled(since)) }
}
