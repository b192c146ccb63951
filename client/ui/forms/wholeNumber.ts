/** Typed text as a whole number; NaN for anything else. */
export const wholeNumber = (text: string): number =>
  /^\s*\d{1,9}\s*$/.test(text) ? Number(text) : Number.NaN
