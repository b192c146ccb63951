/** Seconds per unit, by `Intl` unit names. */
const SECONDS = { second: 1, minute: 60, hour: 3600, day: 86_400 } as const
export type Unit = keyof typeof SECONDS
export const UNITS = ['second', 'minute', 'hour', 'day'] as const satisfies readonly Unit[]

/** A duration as typed. */
export interface TypedDuration {
  amount: string
  unit: Unit
}

/**
 * A duration as a person would say it: in the largest unit that gives a whole number.
 * @param seconds as text; anything but a number stays as it is
 * @param unit for anything but a number
 */
export function inUnits(seconds: string, unit: Unit = 'second'): TypedDuration {
  const number = wholeNumber(seconds)
  if (Number.isNaN(number)) return { amount: seconds, unit }
  const largest = UNITS.findLast((candidate) => number % SECONDS[candidate] === 0) ?? 'second'
  return { amount: String(number / SECONDS[largest]), unit: largest }
}

/** The same in seconds, as text; anything but a number stays as it is, to be rejected. */
export function inSeconds({ amount, unit }: TypedDuration): string {
  const number = wholeNumber(amount)
  return Number.isNaN(number) ? amount : String(number * SECONDS[unit])
}

/** Typed text as a whole number; NaN if it is not one. */
export function wholeNumber(text: string): number {
  return /^\s*\d{1,15}\s*$/.test(text) ? Number(text) : Number.NaN
}
