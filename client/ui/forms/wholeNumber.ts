/** What is typed as a whole number; not a number where it is something else. */
export const wholeNumber = (text: string): number =>
  /^\s*\d{1,9}\s*$/.test(text) ? Number(text) : Number.NaN
