/** Minutes in each unit, the largest first. */
export const UNITS = { days: 1440, hours: 60, minutes: 1 } as const
export type Unit = keyof typeof UNITS

export const UNIT_NAMES = ['minutes', 'hours', 'days'] as const satisfies readonly Unit[]

/** A length of time as a person would say it: in the largest unit that leaves a whole number. */
export function inUnits(minutes: number): { amount: number; unit: Unit } {
  const unit = minutes % UNITS.days === 0 ? 'days' : minutes % UNITS.hours === 0 ? 'hours' : 'minutes'
  return { amount: minutes / UNITS[unit], unit }
}

/** What was typed as a whole number; not a number where it is none. */
export function wholeNumber(text: string): number {
  return /^\s*\d{1,9}\s*$/.test(text) ? Number(text) : Number.NaN
}
